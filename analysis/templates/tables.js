(() => {
  "use strict";
  // Sorting, filtering and searching are DataTables'; here stands what its defaults don't know.
  // Cells without a value stay last in either order.
  const last = (a, b) => (a === "") - (b === "");
  const both = (compare) => ({
    asc: (a, b) => (a === "" || b === "" ? last(a, b) : compare(a, b)),
    desc: (a, b) => (a === "" || b === "" ? last(a, b) : compare(b, a)),
  });
  const words = new Intl.Collator("en", { numeric: true });
  DataTable.type("value", { order: both((a, b) => Number(a) - Number(b)) });
  DataTable.type("words", { order: both((a, b) => words.compare(a, b)) });

  const MOST_CHOICES = 20;
  const FEWEST_ROWS = 10;

  // A column of few different words gets a list to choose from.
  function chooser(made, index, title) {
    const column = made.column(index);
    const found = [...new Set(column.nodes().toArray().map((cell) => cell.dataset.sort))];
    if (found.length < 2 || found.length > MOST_CHOICES) return null;
    if (found.length > made.rows().count() * 0.7) return null;
    const list = document.createElement("select");
    list.setAttribute("aria-label", `Show only this ${title}`);
    list.add(new Option(`${title}: all`, ""));
    for (const word of found.sort(words.compare)) list.add(new Option(word || "-", word));
    let wanted = "";
    column.search.fixed("chosen", (text, data, row) => {
      const cell = made.cell(row, index).node();
      return wanted === "" || (cell !== null && cell.dataset.sort === wanted);
    });
    list.addEventListener("change", () => {
      wanted = list.value;
      made.draw();
    });
    return list;
  }

  function enliven(table) {
    if (table.dataset.lively) return;
    table.dataset.lively = "yes";
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    const text = heads.flatMap((head, index) => (head.classList.contains("text") ? [index] : []));
    const many = table.tBodies[0].rows.length >= FEWEST_ROWS;
    const made = new DataTable(table, {
      autoWidth: false,
      paging: false,
      info: many,
      searching: true,
      order: [],
      orderMulti: true,
      layout: {
        topStart: null,
        topEnd: null,
        top: many ? "search" : null,
        bottomStart: null,
        bottomEnd: null,
        bottom: many ? "info" : null,
      },
      columnDefs: [
        { targets: text, type: "words", searchable: true, orderSequence: ["asc", "desc", ""] },
        // A search is for words: digits in a number beside them would only get in its way.
        { targets: "_all", type: "value", searchable: false, orderSequence: ["desc", "asc", ""] },
      ],
      language: {
        search: "Search",
        searchPlaceholder: "any word",
        info: "_TOTAL_ rows",
        infoEmpty: "no rows",
        infoFiltered: "of _MAX_",
        zeroRecords: "Nothing fits. Clear the search, or choose all again.",
      },
    });
    if (!many) return;
    const bar = made.table().container().querySelector(".dt-search");
    for (const index of text) {
      const title = heads[index].querySelector(".dt-column-title").textContent.trim();
      const list = chooser(made, index, title);
      if (list) bar.append(list);
    }
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    const fold = table.closest("details");
    if (!fold || fold.open) enliven(table);
    else fold.addEventListener("toggle", () => enliven(table), { once: true });
  }
})();
