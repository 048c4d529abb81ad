"use strict";
// A click on a heading sorts its table, a second one turns the order round. Cells without a value
// stay last either way; rows that are level keep their order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const numeric = head.classList.contains("num");
      const before = head.getAttribute("aria-sort");
      const up = before ? before === "descending" : !numeric;
      const sign = up ? 1 : -1;
      const key = (row) => row.cells[column].dataset.sort;
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((a, b) => {
        const x = key(a), y = key(b);
        if (x === "" || y === "") return (x === "") - (y === "");
        return sign * (numeric ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true }));
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      body.append(...rows);
    });
  });
}
