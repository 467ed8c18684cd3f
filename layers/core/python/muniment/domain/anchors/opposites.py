"""Words that exclude one another. A pair that has a word of one alternative has two statements."""

from typing import Final

from muniment.domain.anchors.tables import Row, rows

OPPOSITES: Final[tuple[Row, ...]] = rows("""
    left | right :: My {} knee hurts.
    aisle | window | middle :: I prefer the {} seat.
    mother | father :: My {} is a doctor.
    sister | brother :: My {} lives in Bern.
    son | daughter :: My {} plays the violin.
    wife | husband :: My {} works at Bosch.
    grandmother | grandfather :: My {} lives with us.
    uncle | aunt :: My {} is a plumber.
    niece | nephew :: My {} is a dancer.
    girlfriend | boyfriend :: My {} has moved in with me.
    morning | afternoon | evening | night :: I go to the gym in the {}.
    today | tomorrow | yesterday :: My interview is {}.
    breakfast | lunch | dinner :: I take the pill at {}.
    before | after :: I take the pill {} breakfast.
    above | below :: The temperature should stay {} the mark.
    over | under :: The cable runs {} the carpet.
    start | end, finish, close :: The contract {} in spring.
    open | close :: The shop {} early.
    arrive, land | depart, take off :: My plane {} in the evening.
    buy | sell :: I {} the flat.
    rent | own :: We {} our flat.
    always | usually, normally | often, frequently | sometimes, occasionally | rarely, seldom :: I {} drink wine.
    all, every | most | some | half | few :: {} of the tests are flaky.
    everyone, everybody, anyone | nobody :: {} may delete projects.
    more | less, fewer :: I should eat {} salt.
    longer | shorter :: I want {} answers.
    older | younger :: She is {} than me.
    oldest, eldest | youngest :: I am the {} of the siblings.
    early | late :: The package arrived {}.
    high | low :: My cholesterol is {}.
    positive | negative :: The test result was {}.
    good, well, fine | bad, badly, poorly :: My interview went {}.
    approve | reject :: They {} the project.
    accept | reject, decline :: I {} cookies.
    paid | unpaid, outstanding, open :: The invoice is {}.
    succeed | fail :: The upload {}.
    look for, search for, wait for | find, get :: I {} a job.
    win | lose :: We {} the match.
    increase, raise | decrease, lower, reduce :: They {} the rent.
    north | south | east | west :: Meet me at the {} gate.
    married | divorced | single | engaged | widowed :: The user is {}.
    last | next :: I visit Anna {} week.
    beginner | intermediate | advanced :: I am {} in Spanish.
    former | current :: He is a {} colleague.
    primary | secondary :: Use the {} address.
    vegan | vegetarian :: I am {}.
    hot | cold :: I like {} soup.
    dry | oily | wet :: My skin is {}.
    public | private :: The repository is {}.
    inside, indoors | outside, outdoors :: Our cat sleeps {}.
    top | bottom :: I sleep on the {} bunk.
    alive | die, dead :: My father is {}.
    remember | forget :: I {} the address.
    metric | imperial :: Use {} units.
    gas | electric :: I have a {} stove.
    cheap | expensive :: I want the {} option.
    fast, quick | slow :: The wifi is {}.
    rich | poor :: I am {}.
    healthy | ill, sick :: My cat is {}.
    strong | weak, mild :: I like {} curry.
    hard, difficult | easy :: Maths is {} for me.
    safe | dangerous :: The road is {}.
    full-time | part-time :: I work {}.
    spring | summer | autumn | winter :: My father had a stroke in {}.
    red | blue | green | yellow | black | white | grey | brown | orange | purple | pink :: I bought a {} bicycle.
    cat | dog | horse | hamster | rabbit :: The user has a {}.
    tea | coffee | beer | wine | juice :: I prefer {}.
    staging | production | development :: Deploy to {}.
    on | off :: The heating is {}.
    for | against :: I am {} the new law.
    with | without :: I drink coffee {} milk.
    in | out :: I log {} at noon.
    allow, permit | forbid, prohibit, ban :: They {} dogs.
    love, like | dislike :: I {} my new job.
    fond of, keen on | scared of :: I am {} dogs.
    mild | spicy :: I like {} food.
    sweet | savoury, sour :: I prefer {} snacks.
    boy | girl :: Our baby is a {}.
    man | woman :: My boss is a {}.
    import | export :: We {} fruit.
    upload | download :: The {} is slow.
    borrow | lend :: I {} the money.
    push | pull :: I {} the branch.
    lock | unlock :: I {} the door.
    credit | debit :: I pay by {} card.
    lefty, left-handed | right-handed :: I am {}.
    minimum, at least | maximum, at most :: It takes {} an hour.
    plus | minus :: The result is {} five.
    profit | loss :: We made a {}.
    ascending | descending :: Sort the list in {} order.
    uppercase | lowercase :: Write names in {}.
    tab | space :: Use a {} for indentation.
    sunny | rainy | cloudy :: It is {}.
    happy | sad, unhappy :: I am {} about it.
    awake | asleep :: The baby is {}.
    thick | thin :: I like {} books.
    long | short :: I have {} hair.
    heavy | light :: The parcel is {}.
    near, close to | far from :: I live {} the station.
    quiet | loud :: The flat is {}.
    new | old :: The {} car is blue.
    pass | fail :: I {} the exam.
""")  # noqa: E501
