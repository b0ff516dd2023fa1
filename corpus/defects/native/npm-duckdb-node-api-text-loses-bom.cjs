const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { DuckDBInstance } = require('@duckdb/node-api');
DuckDBInstance.create(':memory:').then(async (base) => {
  const connection = await base.connect();
  const rows = await connection.runAndReadAll("SELECT chr(65279) || 'A'");
  console.log(hex(rows.getRows()[0][0]));
});
