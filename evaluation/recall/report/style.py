"""How the page looks, and the few lines of script by which its tables are sorted."""

STYLE = """
:root{--ink:#22303c;--faint:#66757f;--line:#e4e9ee;--accent:#0b7a75}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1000px;padding:2.5rem 1.5rem 4rem;background:#fbfcfd;color:var(--ink);
font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.12rem;margin:2.6rem 0 .5rem}
h3{font-size:.95rem;margin:1.3rem 0 .3rem}
p,ul{margin:.3rem 0 .8rem;max-width:46rem}.faint,.unit{color:var(--faint)}
ul{padding-left:1.2rem}li{margin:.25rem 0}
.note{border-left:4px solid #d17a22;background:#fdf4ea;padding:.6rem .9rem;max-width:none}
.tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.4rem 0}
.tile{flex:1 1 9rem;background:#fff;border:1px solid var(--line);border-radius:10px;
padding:.8rem 1rem}
.tile b{display:block;font-size:1.7rem;line-height:1.15;color:var(--accent)}
.tile span{font-size:.82rem;color:var(--faint)}
figure{margin:.6rem 0;background:#fff;border:1px solid var(--line);border-radius:10px;padding:.9rem}
figure svg{width:100%;height:auto;font-family:inherit}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
@media(max-width:700px){.pair{grid-template-columns:1fr}}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.82rem;background:#fff;width:100%}
th,td{padding:.3rem .55rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;border-bottom:2px solid var(--ink);vertical-align:bottom;cursor:pointer}
thead th:hover{color:var(--accent)}
tr.ours td{background:#eef7f6;font-weight:600}.unit{font-size:.75rem;font-weight:400}
tr.part td:first-child{padding-left:1.4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{font-weight:600}dd{margin:0}
summary{cursor:pointer;color:var(--accent)}
"""
SORTING = """
for (const head of document.querySelectorAll("thead th")) head.addEventListener("click", () => {
  const table = head.closest("table"), place = [...head.parentNode.children].indexOf(head);
  const value = row => {
    const cell = row.children[place], given = cell.dataset.value;
    return given === undefined ? cell.textContent : Number(given);
  };
  const down = head.dataset.down = head.dataset.down === "1" ? "0" : "1";
  const rows = [...table.tBodies[0].rows].sort((a, b) => {
    const x = value(a), y = value(b);
    const order = typeof x === "string" || typeof y === "string"
      ? String(x).localeCompare(String(y)) : x - y;
    return down === "1" ? -order : order;
  });
  table.tBodies[0].append(...rows);
});
"""
