/** Tables of which nothing but a column's header, or the label of an id, tells: one row per miss, never removed. */
export const NAMED_COLUMNS: readonly (readonly [name: string, json: string])[] = [
  ['columns as objects', '{"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[["A","666453920"]]}'],
  [
    'rows before their columns',
    '{"rows":[["A","666453920"],["B",666453921]],"columns":[{"name":"Name"},{"name":"SSN"}]}',
  ],
  ['one column', '{"columns":[{"name":"SSN"}],"rows":[["666453920"]]}'],
  [
    'columns far above (Socrata)',
    '{"meta":{"view":{"columns":[{"id":1,"fieldName":"name"},{"id":2,"fieldName":"ssn"}]}},"data":[["A","666453920"]]}',
  ],
  [
    'rows of cells (BigQuery)',
    '{"schema":{"fields":[{"name":"name","type":"STRING"},{"name":"ssn","type":"STRING"}]},"rows":[{"f":[{"v":"A"},{"v":"666453920"}]}]}',
  ],
  [
    'rows of cells (Google charts)',
    '{"table":{"cols":[{"id":"A","label":"Name"},{"id":"B","label":"SSN"}],"rows":[{"c":[{"v":"A"},{"v":"666453920"}]}]}}',
  ],
  [
    'a schema and a result apart (Databricks)',
    '{"manifest":{"schema":{"columns":[{"name":"n","position":0},{"name":"ssn","position":1}]}},"result":{"data_array":[["A","666453920"]]}}',
  ],
  [
    'records before their columns (RDS)',
    '{"records":[[{"stringValue":"A"},{"stringValue":"666453920"}]],"columnMetadata":[{"name":"n","label":"n"},{"name":"ssn","label":"ssn"}]}',
  ],
  [
    'a first row of cells (Athena)',
    '{"ResultSet":{"Rows":[{"Data":[{"VarCharValue":"Name"},{"VarCharValue":"SSN"}]},{"Data":[{"VarCharValue":"A"},{"VarCharValue":"666453920"}]}]}}',
  ],
  [
    'cells within cells (a spreadsheet)',
    '{"rowData":[{"values":[{"userEnteredValue":{"stringValue":"Name"}},{"userEnteredValue":{"stringValue":"SSN"}}]},{"values":[{"formattedValue":"A"},{"formattedValue":"666453920"}]}]}',
  ],
  [
    'values column by column (Grafana)',
    '{"frames":[{"schema":{"fields":[{"name":"n"},{"name":"ssn"}]},"data":{"values":[["A","B","C"],["666453920",null,"666453921"]]}}]}',
  ],
  [
    'a column that begins with its name',
    '{"majorDimension":"COLUMNS","values":[["Name","A","B"],["SSN","666453920","666453921"]]}',
  ],
  [
    'headers and rows in containers of their own',
    '{"data":{"columns":["Name","SSN"]},"result":{"rows":[["A","666453920"]]}}',
  ],
  ['a map of columns', '{"columns":{"c2":"SSN"},"rows":[{"c2":"666453920"}]}'],
  ['letters of columns', '[{"A":"Name","B":"SSN"},{"A":"A","B":"666453920"}]'],
  ['names of nameless columns', '[{"Report":"Name","__EMPTY":"SSN"},{"Report":"A","__EMPTY":666453920}]'],
  [
    'a question with an id',
    '{"definitions":[{"id":"q7","title":"Social Security Number"}],"answers":[{"questionId":"q7","answer":"666453920"}]}',
  ],
  [
    'a question with a number',
    '{"definitions":[{"id":7,"title":"Social Security Number"}],"answers":[{"questionId":7,"answer":666453920}]}',
  ],
  ['a map of questions', '{"form":{"q7":"Social Security Number"},"answers":{"q7":"666453920"}}'],
  ['a question under its id', '{"questions":{"q7":{"title":"SSN"}},"answers":{"q7":{"value":"666453920"}}}'],
  [
    'a question in an answer (Typeform)',
    '{"definition":{"fields":[{"id":"JwWggjAKtOkA","title":"Social Security Number"}]},"answers":[{"type":"text","text":"666453920","field":{"id":"JwWggjAKtOkA"}}]}',
  ],
  [
    'a name and a label (HTML forms)',
    '{"fields":[{"name":"field_12","label":"Social Security Number"}],"values":{"field_12":"666453920"}}',
  ],
  [
    'a link id (FHIR)',
    '{"item":[{"linkId":"q7","text":"Social Security Number"}],"response":[{"linkId":"q7","answer":[{"valueString":"666453920"}]}]}',
  ],
  ['flat pairs', '["SSN","666453920","DL","C1234"]'],
  ['flat pairs after others', '["DL","C1234","X-SSN","666453920","x"]'],
  ['a label, a word and a number', '["SSN","primary","666453920"]'],
  ['a row of id, type and value', '[["id","type","value"],[1,"SSN","666453920"],[2,"DL","C123"]]'],
];

/** Tables that must come out as they went in. */
export const BENIGN_TABLES: readonly string[] = [
  '{"columns":[{"name":"Name"},{"name":"Zip"}],"rows":[["A","787011234"]]}',
  '{"columns":[{"name":"Name"},{"name":"SSN"},{"name":"Zip"}],"rows":[["A",null,"787011234"],["B","",787011235]]}',
  '{"borrowers":[{"identifiers":[{"type":"DL"},{"type":"SSN"}],"accounts":["700812345","787011234"]}]}',
  '{"tables":[{"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[]},{"columns":[{"name":"Name"},{"name":"Account"}],"rows":[["A","700812345"]]}]}',
  '{"schema":{"fields":[{"name":"n"},{"name":"ssn"}]},"data":{"rows":[["A","x"],["700812345","y"]]}}',
  '{"columns":{"c2":"SSN","c3":"Zip"},"rows":[{"c3":"787011234"}]}',
  '{"definitions":[{"id":"q7","title":"SSN"},{"id":"q8","title":"Zip"}],"answers":[{"questionId":"q8","answer":"787011234"},{"questionId":"q7","answer":"none"}]}',
  '{"definitions":[{"id":7,"title":"SSN"}],"accounts":[{"id":7,"value":"787011234"}]}',
  '["SSN","none","Account","700812345"]',
  '["SSN","Zip","787011234"]',
];
