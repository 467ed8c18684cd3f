"""The words that the grammar knows, one table for each kind."""


def table(words: str) -> frozenset[str]:
    """Read entries that are separated by commas or line ends; an entry may hold spaces."""
    return frozenset(filter(None, (entry.strip() for entry in words.replace("\n", ",").split(","))))


FAMILY = table("""
    sister, sisters, brother, brothers, sibling, siblings, stepsister, stepbrother, half-sister
    half-brother, mother, mum, mom, father, dad, parents, stepmother, stepfather
    son, sons, daughter, daughters, kid, kids, child, children, twins, baby, stepson, stepdaughter
    wife, husband, partner, girlfriend, boyfriend, fiancé, fiancée, fiance, fiancee, spouse
    grandmother, grandfather, grandma, grandpa, grandparents, grandson, granddaughter
    grandchildren, grandkids, aunt, uncle, cousin, cousins, niece, nieces, nephew, nephews
    dog, dogs, cat, cats, puppy, kitten, parrot, horse, horses, rabbit, rabbits, hamster, tortoise
""")
"""Relatives, partners and pets: whom one *has*."""

KIN = FAMILY | table("""
    mother-in-law, father-in-law, sister-in-law, brother-in-law, ex-wife, ex-husband, ex
    flatmate, roommate, housemate, neighbour, neighbor, landlord, landlady, best friend, friend
    boss, manager, colleague, coworker, co-worker, assistant, supervisor, teacher, tutor, coach
    doctor, dentist, therapist, lawyer, accountant
""")
"""Everybody of whom one speaks as "my …"."""

KIN_ADJECTIVES = table("""
    older, elder, eldest, oldest, younger, youngest, little, big, twin, baby, late, new, old, other
    middle, only
""")

COUNTS = table("""
    a, an, one, two, three, four, five, six, seven, eight, nine, 1, 2, 3, 4, 5, 6, 7, 8, 9
""")

ADVERBS = table("""
    now, currently, still, also, actually, just, recently, both, only, already, finally, even
    normally, presently, really, officially, all, again, mostly, mainly, generally, honestly
    usually, always, definitely, since, temporarily, permanently
""")

DEGREES = table("""
    very, severely, highly, extremely, badly, slightly, mildly, deathly, terribly, really, quite
    also, seriously, so, rather, a bit, a little, still, both, actually, now, violently, super
""")

_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
AGES_IN_WORDS = frozenset(
    (
        *(
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ),
        *("eighteen", "nineteen", "sixteen", "seventeen", "fifteen", "fourteen", "thirteen"),
        *_TENS,
        *(f"{ten}{joint}{unit}" for ten in _TENS for unit in _UNITS for joint in "- "),
    )
)

DIETS = table("""
    vegetarian, vegan, pescatarian, pescetarian, flexitarian, gluten-free, gluten free, dairy-free
    dairy free, lactose-free, plant-based, kosher, halal, teetotal, keto, low-carb, low-sodium
    a vegetarian, a vegan, a pescatarian, a flexitarian, a strict vegetarian, a strict vegan
    on a keto diet, on a vegan diet, on a low-carb diet, on a low-sodium diet, on a gluten-free diet
""")

CONDITIONS = table("""
    asthma, diabetes, epilepsy, celiac disease, coeliac disease, crohn's disease, arthritis
    adhd, autism, dyslexia, migraines, high blood pressure, low blood pressure, hypertension
    anaemia, anemia, insomnia, sleep apnea, sleep apnoea, eczema, psoriasis, hay fever, tinnitus
    vertigo, scoliosis, a pacemaker, a heart condition, osteoporosis, glaucoma, endometriosis
    ptsd, ocd, parkinson's, multiple sclerosis
""")
CONDITION_ADJECTIVES = table("""
    diabetic, asthmatic, epileptic, dyslexic, autistic, celiac, coeliac, colour-blind, color-blind
    colour blind, color blind, colourblind, colorblind, deaf, hard of hearing, left-handed
    left handed, short-sighted, nearsighted, claustrophobic, anaemic, anemic, pregnant
""")

FIELDS = table("""
    marketing, finance, sales, software, it, hr, ai, education, healthcare, health care, tech, law
    construction, logistics, retail, hospitality, publishing, insurance, banking, accounting
    advertising, research, design, real estate, engineering, consulting, journalism, media
    manufacturing, agriculture, tourism, security, politics, fashion, theatre, film, television
    human resources, customer service, customer support, data science, web development, medicine
    pharmaceuticals, energy, social work, academia, government, nursing, catering, recruitment
""")

OCCUPATIONS = table("""
    accountant, actor, actress, actuary, analyst, animator, anthropologist, archaeologist
    architect, archivist, artist, astronomer, attorney, auditor, author, baker, banker, barber
    barista, bartender, beekeeper, biologist, bookkeeper, botanist, bricklayer, broker, builder
    butcher, caregiver, carer, carpenter, cartographer, cashier, chef, chemist, choreographer
    civil servant, cleaner, clerk, composer, conductor, consultant, contractor, controller, cook
    copywriter, counsellor, counselor, courier, curator, dancer, dentist, designer, detective
    developer, dietitian, director, doctor, drummer, economist, editor, electrician, engineer
    entrepreneur, farmer, firefighter, fisherman, flight attendant, florist, freelancer, gardener
    geologist, glazier, goldsmith, graphic designer, hairdresser, historian, housekeeper
    illustrator, inspector, instructor, interpreter, investor, janitor, jeweller, joiner
    journalist, judge, lawyer, lecturer, librarian, lifeguard, linguist, locksmith, machinist
    manager, marketer, mason, mathematician, mechanic, medic, meteorologist, midwife, miner
    musician, nanny, notary, novelist, nurse, nutritionist, optician, painter, paralegal
    paramedic, pastor, pediatrician, pharmacist, philosopher, photographer, physician, physicist
    physiotherapist, pianist, pilot, plumber, poet, police officer, policeman, policewoman
    politician, postman, potter, priest, producer, product owner, professor, programmer
    project manager, psychiatrist, psychologist, publisher, realtor, receptionist, recruiter
    reporter, researcher, retiree, roofer, sailor, salesman, salesperson, saleswoman, scientist
    sculptor, seamstress, secretary, shopkeeper, singer, social worker, sociologist, soldier
    solicitor, statistician, steward, stewardess, student, surgeon, surveyor, tailor
    teacher, technician, therapist, tiler, toolmaker, trainer, translator, truck driver
    bus driver, taxi driver, train driver, tutor, underwriter, vet, veterinarian, violinist
    waiter, waitress, watchmaker, weaver, web developer, welder, woodworker, writer, zoologist
""")

DEMONYMS = table("""
    American, Argentinian, Australian, Austrian, Bangladeshi, Belgian, Brazilian, British
    Bulgarian, Cameroonian, Canadian, Catalan, Chilean, Chinese, Colombian, Croatian, Cuban, Czech
    Danish, Dutch, Egyptian, English, Estonian, Ethiopian, Filipino, Finnish, French, German
    Ghanaian, Greek, Hungarian, Icelandic, Indian, Indonesian, Iranian, Iraqi, Irish, Israeli
    Italian, Jamaican, Japanese, Kenyan, Korean, Latvian, Lebanese, Lithuanian, Malaysian, Maltese
    Mexican, Moroccan, Nepali, Nigerian, Norwegian, Pakistani, Palestinian, Peruvian, Polish
    Portuguese, Romanian, Russian, Scottish, Serbian, Slovak, Slovenian, Spanish, Swedish, Swiss
    Syrian, Taiwanese, Thai, Tunisian, Turkish, Ukrainian, Venezuelan, Vietnamese, Welsh
""")

HABIT_VERBS = table("""
    take, drink, eat, fly, sit in, sit on, book, use, choose, order, wear, buy, travel by
    travel with, sleep on, wake up at, get up at, work from, pay by, pay with, pay in, read, run
    go to, park in, park at, carry, cook, stay at, stay in, rent, write with, write in, play, watch
    listen to, shop at, bank with, vote for, swim in, cycle to, walk to, drive, have
""")

SORTS = {
    "seat": table("aisle seat, aisle seats, window seat, window seats, seat, aisle, window"),
    "time_of_day": table("mornings, morning, afternoons, evenings, evening, nights, noon, night"),
    "hot_drink": table("tea, coffee, green tea, black coffee, espresso, decaf, cocoa"),
    "contact": table("email, e-mail, phone, text, texts, calls, phone calls, emails, chat, sms"),
    "transport": table("train, trains, plane, flying, driving, bus, buses, car, the train, planes"),
}
"""Things that exclude each other as preferences: a new one replaces the old one of its sort."""

LABELS = table("""
    code, codes, password, passcode, passphrase, pin, number, id, key, address, email, e-mail
    phone, name, surname, nickname, username, handle, birthday, anniversary, date, dates, budget
    deadline, colour, color, size, airport, station, hotel, airline, seat, gate, floor, room, flat
    apartment, bank, dentist, doctor, gp, plate, account, iban, extension, postcode, zip, locker
    wifi, wi-fi, router, website, language, timezone, zone, team, project, destination, flight
    train, appointment, limit, weight, height, type, brand, model, currency, salary, rent, job
    employer, company, profession, occupation, hometown, residence, nationality, age, diet, allergy
""")
"""Head nouns of what has a value to be looked up: "locker code", "shoe size"."""

NOT_IN_NOUN_PHRASE = table("""
    a, an, the, i, you, he, she, it, we, they, me, him, us, them, my, our, is, are, was, were, be
    been, am, do, does, did, has, have, had, will, would, can, could, should, must, may, might
    and, or, but, that, which, who, whom, whose, what, when, where, why, how, if, because, so, than
    to, for, from, with, without, at, in, on, by, about, into, as, like, this, these, those
    there, here, not, never, always, often, usually, really, just, also, still, only, even, too
    all, both, says, said, say, thinks, thought, think, told, tells, tell, knows, know, believes
    asked, asks, wants, want, hopes, hope, loves, love, hates, hate, likes, feels, felt, claims
    went, goes, came, comes, got, gets, made, makes, took, takes, i'm, it's, that's, don't, didn't
    doesn't, isn't, yesterday, today, tomorrow, finally, while, until, since, after, before, during
""")
"""Words that show that what looks like a noun phrase is a sentence."""

SURE_LABELS = table("""
    code, password, passcode, passphrase, pin, username, iban, number, email, address, deadline
    extension, plate, postcode, anniversary, birthday, budget, date, dates, size
""")
"""Labels that are taken without "my" too: hardly ever of anything but what is looked up."""

TIMES = table("""
    monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april
    may, june, july, august, september, october, november, december, mondays, tuesdays, wednesdays
    thursdays, fridays, saturdays, sundays, today, tomorrow, tonight, yesterday, spring, summer
    autumn, winter, noon, midnight, weekdays, weekends
""")

PARTS_OF_DAY = table("morning, evening, night, weekend, day, week")
AIMS = table("goal, aim, dream, ambition, main goal, life goal, biggest dream")
"""What "my … is to …" gives a value."""

VOID_NOUNS = table("""
    bad, point, guess, mind, heart, pleasure, turn, apologies, apology, question, questions, fault
    concern, concerns, thought, thoughts, understanding, hope, hopes, impression, opinion, view
    feeling, feelings, response, answer, request, issue, problem, problems, word, words, life
    dream, dreams, way, thing, things, idea
    advice, suggestion, day, week, weekend, month, year, morning
    evening, night, time, experience, mistake, gut, instinct, intention, head, brain, eyes, hands
    lips, jaw, mood, energy, patience, dear, god, goodness, treat, bet, love, best, favourite
    favorite, faves, heartbeat, spirits, soul, back, focus, message, instruction, instructions
    biggest fear, worry, worries, main, own, everything, world, journey, priority, priorities
    stuff, style, take, only, goal, aim, excuse, ears, confidence, workload, progress, part, kind
    challenge, challenges, struggle, struggles, reason, reasons, purpose, situation, condition
    conditions, directive, expectation, expectations, requirement, requirements, plan, plans
""")
"""Head nouns of what "my …" says about the talk, the moment or nothing."""

VOID_VALUES = table("""
    it, that, this, these, those, them, you, your, yours, me, mine, him, her, here, there, ready
    fine, good, great, ok, okay, amazing, awesome, perfect, wonderful, beautiful, bad, terrible
    awful, nice, cool, lovely, important, unimportant, everything, nothing, something, anything
    late, early, done, gone, back, full, empty, closed, open, available, limited, tight, clear
    unclear, simple, complicated, same, the same, different, the best, the worst, so, not, all
    what, how, why, who, when, where, whether, if, because, such, like, just, to, going, about
    coming, getting, being, having, making, doing, trying, starting, looking, always, never, never
    also, still, really, very, too, quite, pretty, super, kind of, sort of, more, less, most
    over, off, down, up, out, with, without, of, a bit, a little, a lot, a mess, a joke, a pain
    a disaster, one of, sure, unsure, unknown, tbd, missing, lost, busy, happy, sad, proud, glad
    killing, driving, telling, helping, thinking, feeling, becoming, giving, saying, based, set
    full of, wrong, right, true, false, no longer, only, now, currently, already, finally, both
    slowly, definitely, probably, maybe, absolutely, completely, totally, incredibly, extremely
    a great, a good, a big, a huge, a true, a real, a wonderful, an amazing, a beautiful, the one
    the reason, the only, the first, the most, the key, an important, as, then, well, much
    my, our, your, his, their, part, dead, ill, sick, a week late, small, tough, hard, easy, comin'
    hazy, fuzzy, short, crazy
    constantly, actually, supposed, meant, able, unable, required, needed, growing, struggling
""")
"""First words of what "my … is" says without giving a value that lasts."""

PRONOUNS = table("""
    it, this, that, these, those, he, she, they, we, you, i, there, here, what, who, which, one
    someone, something, everyone, everything, nothing, nobody, and, but, so, if, when, because
    where, how, why, him, her, them, me, myself, yourself, himself, herself, themselves, ourselves
    us, mine, yours
""")
