"""The verbs that the grammar knows, and those that tell nothing; tables as in `vocabulary`."""

from muniment.domain.grammar.vocabulary import table

PAST = table("""
    went, got, had, made, took, came, bought, found, met, saw, left, began, built, ran, ate, won
    lost, gave, kept, sold, sent, read, wrote, spent, broke, hurt, chose, drove, flew, held, put
    quit, taught, woke, wore, became, grew, led, paid, rode, set, swam, tore, hit, cut, caught
    did, drew, fell, sang, slept, stood, threw, dug, fed, lent, rang, shot, sped, stole, struck
    swept, brought, heard, sat, hid, hung, lit, shook, bent, bit, blew, fought, froze, laid, lay
    rose
""")
"""Irregular past forms that tell of something done."""

PARTICIPLES = table("""
    been, gone, gotten, got, had, made, taken, come, bought, found, met, seen, left, begun, built
    run, eaten, won, lost, given, kept, sold, sent, read, written, spent, broken, hurt, chosen
    driven, flown, held, put, quit, taught, worn, become, grown, led, paid, ridden, set, done
    drawn, fallen, brought, fed, lent, stolen, swum, thrown, torn, woken, hidden, cut, hit
""")

VOID_PAST = table("""
    named her, named him, named it, got the, got a funny, got an idea, kept falling, put our
    put your, found out, stayed, connected, bonded, thought, knew, said, noticed, wanted, needed
    liked, loved, felt, asked, used, meant, told, figured, wondered, hoped, believed, agreed
    appreciated, understood, mentioned, realized, realised, guessed, seemed, happened, tried it
    tried that, tried my, expected, assumed, supposed, heard, remembered, wished, imagined
    worried, hated, enjoyed, preferred, promised, apologized, apologised, looked, cared, talked
    discussed, pictured, considered, missed, doubted, related, feared, reviewed, shared, checked
    copied, pasted, attached, provided, need, feed, speed, indeed, bleed, proceed, exceed, succeed
    described, requested, followed, turned, ended, decided, chose, went with, got it, got that
    got to, had to, had a chance, did not, did my, did it, did that, made it, kept in mind
    took a look, took your, came across, came up, put together, left off, got your, saw your
    read your, tested your, hit a, stood out, found your, found that, found it, had fun, had no
    had a blast, had a great, had a good, had such, had some, had so, had the, had my, got my mind
    got me, got the hang, took it, took that, took the time, took notes, put it, put that, held on
    gave it, gave you, gave that, gave up, saw that, saw it, saw this, saw how, did a great
    reached out, sounded, opened up, prompted, found them, found out that, found a way, was
    did some, had, got used, got the point, hung in, got up to, came to mind, stuck, learned
    learnt, got so, got really, got all, got a bit, got a little, got pretty, got quite, got very
    did the, did some thinking, did pretty, did really, did well, did what, found some, kept going
    grew up, got through, got some, got the chance, got the full, sent over, uploaded
    got the idea, got possible, hit the
""")
"""Past forms that tell of thinking, feeling, talking or the talk itself."""

VOID_GERUNDS = table("""
    running out, running a, running late, clicking, heading to, entering, typing, opening
    enjoying, following, skipping, staying, pushing, rooting, cheering, counting, adjusting
    deciding, looking forward, wondering, thinking, saying, asking, hoping, telling, talking
    assuming, expecting, going to, feeling, being, trusting, counting on, getting there
    getting it, doing, looking for, looking at, looking to, trying to understand, trying to figure
    trying to see, trying my best, waiting, listening, having, having fun, having trouble
    having a hard, having a, guessing, kidding, joking, seeing, coming, hearing, checking
    following up, referring, sending, reaching out, making sure, making progress, getting, keeping
    keeping an eye, dying to, ready, loving, liking, enjoying it, wishing, imagining, sitting here
    sharing, providing, requesting, missing, moving on, moving forward, proceeding, giving
    giving up, giving it, leaning, happening, considering, focusing on the, assessing, taking it
    taking a, stuck, really, finding, trying it, trying that, starting to, beginning to
    taking this, doing this, doing that, loving it, trying to, wanting, meaning to, focusing on
    focusing, figuring, staying positive, struggling to, aiming, planning, willing, using it
    using that, using this, bringing, reading your, getting this, worrying, freaking
    crossing my fingers, living my, living the, exploring options, chasing my, having some tough
    dealing with it, dealing with this, dealing with that, hanging in, going with
""")

VOID_BASES = table("""
    keep using, keep going, keep growing, keep learning, make a, reach my, reach our, do the first
    move on to, start to think, inspire, spread, stand up, push, grow, chat, focus, be, see, know
    say, think, hear, talk, discuss, ask, wait, check, understand, figure, look, get back
    get this, get it, get started, get that, get to, get back to, let, tell, agree, admit, proceed
    move on, move forward, keep you, keep in touch, keep in mind, keep that, keep it
    keep you posted, keep up, keep doing, keep helping, keep working, keep trying, keep pushing
    remember, make sure, make it, try it, try that, try this, try to, try them, do it, do that
    do this, do my best, do so, take it, take that, take a look, give it, give that, give up
    give them, start with the, go with, go for it, use it, use that, use this, use these, use them
    review, share, hear about, believe, imagine, come back, catch up, catch you, follow, follow up
    focus on that, focus on it, have to, need, need to, want, like, love to, definitely, help
    hope, thank, miss, mind, expect, worry, stop, confirm, clarify, explore, continue, consider
    provide, send, update, verify, ensure, address, get everything, have a, have some, read it
    read this, look into, look for, look at, reach out, go ahead, start by, begin with, start from
    get things, get the, get some, get a, set aside, set it, set this, put it, prioritize
    prioritise, implement, incorporate, integrate, apply, test, test it, add it, add that, dive
    return, wrap, recap, leave it, leave that, work on it, work on that, show, describe, jot, note
    write it, write that, take note, note that, appreciate, support, stick, learn more, find out
    get in touch, get going, get moving, make the most, make time, stay in touch, feel, go back
    bring it, bring that, handle, deal, manage, get there, have it, have them
""")
"""Infinitives after "will", "want to", "need to" that announce talk, help or nothing."""

ANIMATE = table("""
    loves, likes, hates, enjoys, prefers, adores, dislikes, plays, works, lives, studies, owns
    collects, teaches, drives, speaks, runs, paints, sings, cooks, bakes, writes, wears, drinks
    eats, wants, needs, hopes, plans, dreams, volunteers, coaches, attends
""")
"""Verbs in the third person whose subject is somebody, so that a capital word before one names
them."""

FEELINGS = table("""
    exhausted, drained, overwhelmed, anxious, stressed, nervous, worried, scared, afraid
    depressed, lonely, frustrated, burned out, burnt out, swamped, sleep-deprived, sore, injured
    struggling, recovering, pregnant, jet-lagged, terrified
""")
PRACTICES = table("""
    learn, mentor, advise, lead, manage, teach, coach, train, volunteer, swim, paint, write, play
    collect, speak, travel, commute, cook, bake, grow, drive, ride, attend, practise, practice
    sing, dance, sleep, wake up, walk, cycle, hike, surf, climb, breed, translate, repair, restore
    sew, knit, foster, run, jog, sail, row, mentors, leads, manages, coaches, trains, volunteers
    swims, teaches, collects, speaks, travels, commutes, sings, dances, plays, paints, writes
    repairs
""")
BODY = table("""
    back, lower back, knee, knees, left knee, right knee, shoulder, shoulders, neck, head, leg
    legs, ankle, ankles, wrist, wrists, stomach, foot, feet, hip, hips, arm, arms, throat, tooth
    eyes, left ankle, right ankle, left shoulder, right shoulder, left wrist, right wrist, calf
    calves, hamstring, hamstrings, elbow, chest
""")
