"""What is said in several ways and means the same: phrases, then single words.

The first entry of a row is what the others are read as. Each row's sentence, filled with any two
of its entries, is one statement.
"""

from typing import Final

from muniment.domain.anchors.tables import Row, rows

PHRASES: Final[tuple[Row, ...]] = rows("""
    dislike, do not like, does not like, can not stand, can not bear, am not a fan of, do not enjoy, am not keen on :: I {} olives.
    vegetarian, do not eat meat, eat no meat, never eat meat :: I am {}.
    teetotal, do not drink alcohol, drink no alcohol, never drink alcohol, a teetotaller :: I am {}.
    unsweetened, without sugar, with no sugar :: I take my coffee {}.
    intolerant, can not tolerate, do not tolerate :: I am {} of lactose.
    fail, did not pass, do not pass :: I {} the exam.
    avoid, do not use, never use :: Please {} emojis.
    only child, have no siblings, have no brothers or sisters :: I am an {}.
    never be to, have never visited, have not ever visited, have not been to, have never been to, never visited :: I {} Asia.
    remote, work from home, works from home, work remotely, works remotely, work at home :: I {}.
    someday, some day, one day :: I want to see Iceland {}.
    alternate, every second, every other :: We meet on {} Thursday.
    favourite, like most :: The dish I {} is soup.
    at no cost, for free, free of charge, for nothing :: He repaired my bike {}.
    go missing, lose :: My wallet {}.
    stop work, break down, stop working, broke down, stopped working :: My car {}.
    put aside money, save up, saving up, saved up, putting money aside, put money aside :: I {} for a house.
    run out, expire, expires, runs out :: My visa {} in October.
    die, pass away, died, passed away, is dead :: My grandmother {}.
    get up, wake up, got up, woke up :: I {} early.
    cease, give up, quit, stop, gave up, stopped, have given up :: I {} smoking.
    lay off, lose my job, laid off, was laid off, lost my job, made redundant :: I {} in August.
    look for, search for, hunt for :: I {} a flat.
    cease, is gone, be gone, is over :: My cold {}.
    how to, the way to :: I know {} bake.
    many, a lot of, lots of, plenty of :: I read {} books.
    prefer, would rather, would prefer, like better, always take, always choose, always book, only for me :: I {} trains.
    by profession, as a job, for a living :: He flies planes {}.
    again, once more :: The heating is broken {}.
    at the moment, right now, currently, now, at present, these days :: I am reading Dune {}.
    each, every :: I run {} morning.
    until, till :: I am away {} Monday.
    no longer, not any longer, not anymore :: I {} smoke.
    have to, must, need to, has to, needs to, got to :: I {} renew my passport.
    become, turn :: I {} fluent.
    around, about, approximately, roughly, nearly, almost :: It weighs {} a ton.
    money back, refund :: The customer wants a {}.
    grow up, was brought up, grew up :: I {} in a village.
    take part in, participate in, join :: I {} the race.
    of course, sure, certainly :: I {} want it.
    high school, secondary school, upper school :: I teach at a {}.
    tell, inform, let know, told :: They {} me.
    driving licence, licence to drive, driver's licence :: I have a {}.
    fluent, fluently :: I speak it {}.
    colour blind, colour-blind, can not tell colours apart :: I am {}.
    night shift, night shifts, nights :: I work the {}.
""")  # noqa: E501

WORDS: Final[tuple[Row, ...]] = rows("""
    child, kid, kids, children :: My {} is ill.
    son, boy :: Our {} was born in April.
    mother, mum, mam, mama :: My {} is a judge.
    father, dad, papa, daddy :: My {} is a judge.
    grandmother, grandma, granny, nana :: My {} is a judge.
    grandfather, grandpa, grandad, granddad :: My {} is a judge.
    author, writer :: The {} is famous.
    film, movie :: I like the {}.
    boss, manager, supervisor :: My {} is strict.
    bicycle, bike, cycle :: I have a {}.
    motorbike, motorcycle :: I have a {}.
    car, automobile, auto :: I have a {}.
    flat, apartment :: I have a {}.
    holiday, vacation :: I am on {}.
    buy, purchase, bought, purchased :: I {} a tent.
    big, large, huge :: I have a {} tent.
    small, little, tiny :: I have a {} tent.
    repair, fix, mend :: I {} the bug.
    start, begin, began, begun, commence :: The contract {} in May.
    scared, afraid, frightened, fear, scare, scares, frighten, frightens, terrified :: I am {} of spiders.
    short, brief, concise, compact :: I want {} answers.
    answer, reply, response :: The {} is short.
    job, work, profession, occupation :: My {} is hard.
    ill, sick, unwell :: I am {}.
    doctor, physician, gp :: My {} is strict.
    photo, picture, photograph :: I took a {}.
    colleague, coworker :: My {} is ill.
    like, love, enjoy, adore, fan, fond, keen :: I {} my new job.
    dislike, hate, detest, loathe :: I {} my new job.
    talk, speak, chat :: I {} to Anna.
    phone, telephone, mobile, cellphone, smartphone :: My {} is old.
    shop, store :: The {} is open.
    lawyer, attorney, solicitor :: My {} is ill.
    happy, glad :: I am {}.
    usually, normally, generally :: I {} walk.
    often, frequently :: I {} walk.
    home, house :: My {} is old.
    live, reside, dwell, based :: I {} in Turin.
    call, name, called, named :: My dog is {} Bruno.
    run, own, owner, runs, owns :: I {} a bakery.
    class, course, lesson, lessons, classes :: I take a {} in pottery.
    maths, math, mathematics :: I teach {}.
    break, crack, fracture, damage, broken, cracked, fractured :: My screen is {}.
    steal, rob, burgle, burgled, stolen :: Somebody {} it.
    get, receive, obtain, got, received :: I {} a letter.
    want, wish, desire, hope, goal, aim :: I {} to learn it.
    try, attempt, tried :: I {} to lose weight.
    help, assist, volunteer :: I {} at the food bank.
    prepare, train, training, preparing :: I am {} for a marathon.
    team, squad :: My {} is small.
    wedding, marry, married, marriage :: My {} was last year.
    teach, teacher, tutor, instruct, teaches :: I {} maths.
    paint, painting, paints :: I {} in my free time.
    birthday, born, birth :: My son was {} in April.
    due, expect, expecting :: The baby is {} in July.
    diet, eat :: I am on a {}.
    peanut, peanuts :: I am allergic to {}.
    allergic, allergy, allergies :: I am {} to nuts.
    asthma, asthmatic :: She has {}.
    electric, electrically :: My car is {}.
    study, student, studies, studying :: I {} law.
    law, legal :: I study {}.
    promote, promotion, promoted :: I was {}.
    cancel, call off, cancelled :: My flight was {}.
    increase, raise, raised, increased :: The rent was {}.
    alone, lonely :: I feel {}.
    unsweetened, sugarless :: I drink it {}.
    sleep, asleep, sleeping :: I {} badly.
    difficult, hard, trouble :: It is {} for me.
    interest, interested, interests, interesting :: Astronomy {} me.
    hobby, free time, pastime, spare time :: I paint in my {}.
    wallet, purse :: I lost my {}.
    garden, yard :: The house has a {}.
    noon, midday :: We meet at {}.
    rubbish, trash, garbage :: I take the {} out.
    lift, elevator :: The {} is broken.
    queue, line :: There was a {}.
    mail, post :: I got it by {}.
    plane, aircraft, airplane :: The {} is late.
    town, city :: I like the {}.
    nearby, close, near :: The shop is {}.
    finish, complete, completed, finished :: I {} the book.
    invite, ask over :: We {} them.
    fun, enjoyable :: It was {}.
    contact, reach :: {} me by email.
    terrible, awful, dreadful, horrible :: The food was {}.
    wonderful, amazing, fantastic, great, brilliant :: The trip was {}.
    autumn, fall :: I moved in {}.
""")  # noqa: E501
