"""What makes a statement sensitive: the words for it, in one table, and their test by examples.

Deliberately plain: a word that is in the table makes its statement sensitive, whatever else it
says. A miss costs a question that was not asked; a false alarm costs one that was.
"""

import re
from dataclasses import dataclass

from muniment.domain.handling import Sensitivity
from muniment.domain.records import Candidate


@dataclass(frozen=True, slots=True)
class Topic:
    """One row: a topic, its words (stems end in `*`), and sentences on both sides."""

    topic: Sensitivity
    words: str
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]


TOPICS: tuple[Topic, ...] = (
    Topic(
        Sensitivity.HEALTH,
        """
        allerg* intoleran* diagnos* disease illness sick* symptom* syndrome disorder disab*
        medicat* medicine* prescri* pills insulin dosage surgery hospital* clinic
        therapy therapist psychiatr* psycholog* depress* anxiety bipolar adhd autis* dementia
        diabet* asthma* cancer tumo* chemo* hiv hepatitis epilep* migraine* arthritis pregnan*
        miscarr* abortion fertility vaccin* addict* rehab alcoholi* eating-disorder anorexi*
        blood-pressure blood-type cholesterol wheelchair prosthe* heart-attack
        """,
        ("I'm allergic to peanuts", "My doctor put me on insulin", "I was diagnosed with ADHD"),
        ("We operate two trams", "It was a stroke of luck"),
    ),
    Topic(
        Sensitivity.MONEY,
        """
        salary salaries wage wages income earn earns debt debts mortgage* loan loans overdraft
        bankrupt* insolven* credit-score credit-card bank-account net-worth savings pension
        tax-return payroll autopay auto-pay subscription* inheritance alimony rent-arrears
        """,
        ("My salary is 70,000 euros", "Auto-pay the $9.99 plan", "We still have a mortgage"),
        ("I save stamps", "That joke paid off"),
    ),
    Topic(
        Sensitivity.IDENTITY,
        """
        passport passports ssn social-security id-card identity-card driving-licence
        driver's-license driving-license national-insurance tax-id visa-number green-card
        residence-permit asylum birth-certificate citizenship nationality immigration
        """,
        ("My passport expires in May", "I applied for citizenship"),
        ("I'm passing the port of Genoa",),
    ),
    Topic(
        Sensitivity.ACCESS,
        """
        password passwords passcode passphrase pin-code alarm-code door-code locker-code lock-code
        gate-code security-code access-code combination-lock security-question two-factor 2fa otp
        recovery-code spare-key hidden-key wifi-key wi-fi-key admin-rights root-access
        """,
        ("The door code changes on Monday", "My wifi key is under the mat"),
        ("The key to a good sauce is patience",),
    ),
    Topic(
        Sensitivity.MINORS,
        """
        kindergarten nursery daycare childminder custody foster-child adopted-child
        primary-school elementary-school school-run child-support paediatric* pediatric*
        """,
        ("My daughter goes to kindergarten in Oslo", "We share custody"),
        ("My daughter likes trams", "A childish joke"),
    ),
    Topic(
        Sensitivity.BELIEFS,
        """
        religio* christian* catholic* protestant* muslim* islam* jewish judaism hindu* buddhis*
        atheis* baptis* mosque synagogue church-member pray* vote votes voted voting republican
        democrat-party labour-party conservative-party trade-union union-member
        """,
        ("I'm a practising Catholic", "I voted for the greens"),
        ("I believe in good coffee",),
    ),
    Topic(
        Sensitivity.SEXUALITY,
        "gay lesbian bisexual transgender queer nonbinary non-binary sexual* libido contracepti*",
        ("I came out as gay last year",),
        ("The gait of a horse",),
    ),
    Topic(
        Sensitivity.CRIME,
        """
        arrested convicted conviction prison probation parole lawsuit restraining-order felony
        misdemeanor misdemeanour criminal-record police-report sued
        """,
        ("I was convicted in 2011",),
        ("My convictions about tea are firm",),
    ),
)


def _pattern(words: str) -> re.Pattern[str]:
    alternatives = (
        re.escape(word).replace(r"\*", r"\w*").replace(r"\-", "[- ]?") for word in words.split()
    )
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


_PATTERNS = {row.topic: _pattern(row.words) for row in TOPICS}


def topics_in(text: str) -> tuple[Sensitivity, ...]:
    """Return the sensitive topics that a text names, in the order of the table."""
    return tuple(topic for topic, pattern in _PATTERNS.items() if pattern.search(text))


def sensitivity(candidate: Candidate) -> tuple[Sensitivity, ...]:
    """Return the sensitive topics of a candidate: of its quote, and of its attribute's name."""
    name = (candidate.attribute or "").replace("_", " ")
    return topics_in(f"{candidate.text} ; {name}")
