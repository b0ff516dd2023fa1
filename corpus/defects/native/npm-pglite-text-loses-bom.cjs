const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { PGlite } = require('@electric-sql/pglite');
new PGlite().query("SELECT chr(65279) || 'A' AS text").then(({ rows }) => {
  console.log(hex(rows[0].text));
  process.exit();
});
