// Rows as CSV (RFC 4180) for a spreadsheet. Titles and ids come from a file that may be
// a stranger's, and a spreadsheet would run a text that begins like a formula. So
// csvCell() puts an apostrophe (the spreadsheet's own sign for a text) before it. In
// countries with a decimal comma, spreadsheets split lines at `;`, and some spreadsheets
// split at tabs. So texts with `;` or tabs are quoted, too. Numbers are not changed.

const FORMULA = /^[=+\-@\t\r]/;

export function csvCell(value) {
  if (value === null || value === undefined) return "";
  if (value instanceof Uint8Array)
    return `x'${[...value].map((b) => b.toString(16).padStart(2, "0")).join("")}'`;
  if (typeof value !== "string") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(columns, rows) {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
