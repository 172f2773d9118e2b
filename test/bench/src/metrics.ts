/** What a service shows of a metric on its admin port: the sum of all its series; 0 when there is none. */
export async function readMetric(adminPort: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const series = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...series].reduce((total, [, value]) => total + Number(value), 0);
}
