"""How well the gates at the door tell what they are for: samples, scanners and a report."""
