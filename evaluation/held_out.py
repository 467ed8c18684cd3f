"""Texts that were written after the rules, by nobody who looked at them: how well they carry over.

`{pw}` and the like are filled in at run time, so that no file holds what looks like a secret.
"""

import base64
import random
import string
from collections.abc import Iterator, Mapping

from evaluation.personal_values import account, card, national, phone
from evaluation.samples import HARMLESS, Sample
from evaluation.secret_values import some

HELD = "held/"
"""Begins the groups of texts that no rule was made for."""

_ALNUM = string.ascii_letters + string.digits

_SECRETS: Mapping[str, tuple[str, ...]] = {
    "password": (
        "Zugang zum NAS: Benutzer ada, Kennwort {pw}",
        "le mot de passe du wifi c'est {pw}",
        "la contraseña del router es {pw}",
        "jdbc:postgresql://db:5432/crm?user=svc&password={pw}",
        "echo '{pw}' | sudo -S apt update",
        "net use Z: \\\\srv\\share /user:ada {pw}",
        "apiVersion: v1\nkind: Secret\ndata:\n  password: {encoded}",
        "pw {pw}, don't tell anybody",
        "my login: ada@example.org / {pw}",
        "user=ada pass={pw}",
        "pwd → {pw}",
        'variable "db_password" {{\n  default = "{pw}"\n}}',
        "PGPASSWORD={pw} psql -h db crm",
        "Gast-WLAN heißt Nest, Passwort ist {pw}.",
        "WIFI:S:Nest;T:WPA;P:{pw};;",
        "p a s s w o r d : {pw}",
        "ok the new one for the router: {pw}",
    ),
    "key or token": (
        "ANTHROPIC_API_KEY={model}",
        "//registry.example.org/:_authToken={token}",
        "Set-Cookie: session={token}; Path=/; HttpOnly",
        "Authorization: token {token}",
        "twilio auth token {hex}",
        "https://files.example.org/a?X-Amz-Signature={hex}{hex}&X-Amz-Expires=300",
        '{{"auths": {{"registry.example.org": {{"auth": "{basic}"}}}}}}',
        "vault unseal key 1: {token}",
        "otpauth://totp/Nest:ada?secret={upper}&issuer=Nest",
        "I pasted it below, use it for the sync\n{token}",
        "headers = {{'x-api-key': '{token}'}}",
    ),
    "code": (
        "Your Nest ID code is: {six}. Don't share it.",
        "Use {six} to verify your account",
        "the PIN for the alarm panel is still {four}, same as always",
        "backup codes: {four}-{four} {four}-{four}",
        "card cvc {three}, good until 12/29",
    ),
}
_PERSONAL: Mapping[str, tuple[str, ...]] = {
    "contact": (
        "Meine Handynummer: 01512 {seven}",
        "ring me on 020 7946 0{three}",
        "(415) 555-{four} is the front desk",
        "tel:{phone}",
        "BEGIN:VCARD\nTEL;TYPE=cell:{phone}\nEND:VCARD",
        "mailto:ada.rossi@example.org?subject=Hi",
        "ada@müller.example",
        "ada dot rossi at example dot org",
        "whatsapp me: {phone}",
        "peer 2a02:8071:b80:{four}::1 connected",
    ),
    "payment": (
        "IBAN {account}, Kontoinhaberin Ada Rossi",
        "card={card}&exp=1229",
        "account number 4{seven}, sort code 20-14-53",
        "PAN {dotted}",
    ),
    "identity": (
        "my social is {ssn}",
        "CPF {cpf} para a nota",
        "born 12.5.1984 in Graz",
        "Geburtsdatum: 12.05.1984",
        '{{"customer": {{"dob": "1984-05-12"}}}}',
        "driver's license D{seven}",
        "NHS number 943 476 5919",
        "AHV-Nr. {ahv}",
        "Passport no: X{seven}",
        "Ada Rossi, Via Roma 1, 10121 Torino",
    ),
}
_HARMLESS: Mapping[str, tuple[str, ...]] = {
    "numbers": (
        "the Visa ending in 1111 was charged twice",
        "pi is 3.14159265358979323846",
        "ISBN 978-3-16-148410-0, DOI 10.1000/182",
        "UPC 036000291452, SKU 4111-1111",
        "Flight LH1234, seat 12A, PNR QX7T2B",
        "2024-11-05 to 2024-11-09, weeks 45-46",
        "ZIP 94105-1234, Graz 8010, Torino 10121",
        "tracking 1Z{upper}",
        "9,223,372,036,854,775,807 is the largest",
        "1732698000123 ms since the epoch",
        "RGB 255.128.0, #ff00aa, hsl(210 50% 40%)",
        "call me maybe at 9, text me when you land at 11:45",
        "iPhone 15 case, 3 pieces, 29.90 EUR",
        "score 21-19, 18-21, 15-11",
        "population 8,982,000 in 2019 and 8,866,180 in 2022",
        "the IMEI is 352099001761481",
    ),
    "words": (
        "the secret to good pasta is salt",
        "the key is under the mat",
        "a token of appreciation for the pass we got",
        "the password manager we recommend is Bitwarden",
        "API key rotation policy: 90 days",
        "token limit: 8192, secret santa: 12 people",
        "password: see the vault",
        "credentials are in the vault, ask Noor",
        "our Basic plan, Bearer bonds and a Digest subscription",
        "my new pin is a little silver owl",
        "What is the difference between a passphrase and a password?",
        "He gave me the wrong access code again.",
        "Das Passwort ist abgelaufen, die PIN auch.",
        "The pass is open from May; passport control takes an hour",
    ),
    "code": (
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{token} ada@laptop",
        "-----BEGIN CERTIFICATE-----\nMIID{token}\n-----END CERTIFICATE-----",
        "data:image/png;base64,iVBORw0KGgo{token}",
        "etag: W/\"{hex}\", x-request-id: {hex}",
        "FROM python@sha256:{hex}{hex}",
        "if (!password) throw new Error('password is required')",
        "token = lexer.next_token(); secret = vault.read('kv/app')",
        "resource \"aws_kms_key\" \"main\" {{ key_usage = \"ENCRYPT_DECRYPT\" }}",
        "passwordInput.value = form.password.value",
        "integrity=\"sha384-{token}{token}\"",
    ),
}  # fmt: skip


_BLIND_SECRETS: Mapping[str, tuple[str, ...]] = {
    "secret": (
        "reset done, she can sign in with {pw} until Friday",
        "NAS admin -> user: root, pass: {pw}",
        "The guest network uses WPA2 and the key {pw}",
        "set -gx GITLAB_TOKEN {token}",
        "credentials:\n  username: svc\n  password: >-\n    {pw}\n",
        "Hasło do panelu: {pw}",
        "wachtwoord is gewijzigd naar {pw}",
        "SMTP_PASS='{pw}' SMTP_HOST=mail",
        "rabbitmqctl change_password svc {pw}",
        "CREATE USER svc WITH PASSWORD '{pw}';",
        'ALTER ROLE app IDENTIFIED BY "{pw}";',
        "ftp://ada:{pw}@files.example.org/in",
        "ssh key passphrase → {pw}",
        "I set the alarm PIN to {four} yesterday",
        "Dein Code lautet {six}. Gib ihn nicht weiter.",
        "[databases]\ncrm = host=db user=svc password={pw}",
        "spring.datasource.password={pw}",
        "X-Auth-Token: {token}",
        "?key={token}&callback=init",
        "the private token for the registry is {token}",
    ),
}
_BLIND_PERSONAL: Mapping[str, tuple[str, ...]] = {
    "personal": (
        "Mobil: 0176 4{seven}",
        "Tel +44 (0)20 7946 0{three}",
        "my cell is 415-555-{four}",
        "reply to ada_rossi+news@example.co.uk",
        "überweise bitte auf {account}",
        "Karte {card}, gültig bis 12/29",
        "SSN:{ssn}",
        "steuernummer cpf: {cpf}",
        "AHV Nummer {ahv}",
        "I turned 40 on 3 May 1984",
        "Reisepass Nr. C01X{four}",
        "birthday: May 3rd, 1984",
        "from 93.184.216.34 port 51022",
        "login=ada%40example.org",
        "ID card number L01X{four}T4",
    ),
}
_BLIND_HARMLESS: Mapping[str, tuple[str, ...]] = {
    "harmless": (
        "the pass over the mountain is at 2,509 m, the key view is at km 14",
        "my password hint is the name of the first dog",
        "the token ring was at 16 Mbit/s in 1989",
        "PIN 7 is ground, PIN 8 is 3.3 V",
        "your booking code is QX7T2B, gate 14, seat 12A",
        "please use code SUMMER24 at checkout",
        "auth: required; scheme: basic; realm: crm",
        "secret: {{ valueFrom: {{ secretKeyRef: {{ name: db }} }} }}",
        "The serial is 4000123456789010 and the batch 51234567",
        "Her extension is 4471, his is 4472.",
        "room 020, floor 7, building 946",
        "call center open 0-24, press 1 to confirm",
        "invoice 4929123412341234 is overdue",
        "key=value pairs, separated by semicolons",
        "signature: required by Monday, token of thanks included",
        "login works again, credentials unchanged",
        "passport renewal takes 6 weeks and costs 130 dollars",
        "born in 1984, the year of the novel",
        "version 4.18.0.1202, kernel 6.1.0",
        "account manager: Noor, account since 2019",
    ),
}


def held_out(seed: int) -> list[Sample]:
    """Return the texts with their values filled in."""
    rng = random.Random(seed)  # noqa: S311 - chance that can be repeated is wanted
    return [
        *_filled(rng, _SECRETS, "secret"),
        *_filled(rng, _PERSONAL, "personal"),
        *_filled(rng, _HARMLESS, HARMLESS),
    ]


def blind(seed: int) -> list[Sample]:
    """Return texts after which no rule was changed any more: what to expect of others."""
    rng = random.Random(seed)  # noqa: S311
    return [
        *_filled(rng, _BLIND_SECRETS, "secret"),
        *_filled(rng, _BLIND_PERSONAL, "personal"),
        *_filled(rng, _BLIND_HARMLESS, HARMLESS),
    ]


def _filled(
    rng: random.Random, texts: Mapping[str, tuple[str, ...]], label: str
) -> Iterator[Sample]:
    for group, templates in texts.items():
        for template in templates:
            yield Sample(template.format_map(_values(rng)), label, HELD + group, "as written")


def _values(rng: random.Random) -> dict[str, str]:
    digits = string.digits
    password = some(rng, string.ascii_lowercase, 7) + some(rng, digits, 2) + rng.choice("!#%")
    return {
        "pw": password,
        "encoded": base64.b64encode(password.encode()).decode(),
        "basic": base64.b64encode(f"ada:{password}".encode()).decode(),
        "token": some(rng, _ALNUM, 36),
        "hex": some(rng, "0123456789abcdef", 32),
        "upper": some(rng, string.ascii_uppercase + "234567", 16),
        "model": "sk-" + "ant-api03-" + some(rng, _ALNUM, 80),
        "three": some(rng, digits, 3),
        "four": some(rng, digits, 4),
        "six": some(rng, digits, 6),
        "seven": some(rng, digits, 7),
        "phone": phone(rng),
        "account": account(rng),
        "card": card(rng).replace(" ", ""),
        "dotted": ".".join(("4111", "1111") + ("1111",) * 2),
        "ssn": national("USA.SocialSecurityNumber", "###-##-####")(rng),
        "cpf": national("BRA.CPFNumber", "###########")(rng),
        "ahv": national("CHE.SocialSecurityNumber", "756.####.####.##")(rng),
    }
