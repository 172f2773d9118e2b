import { redactText } from '/tmp/wt/redact/shared/redaction/src/redact-text.ts';
import { redactJsonText } from '/tmp/wt/redact/shared/redaction/src/redact-json-text.ts';
for (const t of process.argv.slice(2)) console.log(t.startsWith('{')||t.startsWith('[') ? redactJsonText(t).text : redactText(t));
