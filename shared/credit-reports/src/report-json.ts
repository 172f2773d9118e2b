/** A stored report, UTF-8 JSON, as a value; undefined when it is no JSON. */
export function parsedReport(report: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(report.buffer, report.byteOffset, report.byteLength).toString());
  } catch {
    return undefined;
  }
}
