const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
require('sql.js')().then((sql) => {
  const rows = new sql.Database().exec("SELECT char(0xFEFF) || 'A' AS text");
  console.log(hex(rows[0].values[0][0]));
});
