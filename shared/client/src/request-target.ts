/** Parameters of the path go into it, the others behind it; those without a value are left out. */
export function targetOf(path: string, parameters: object): string {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    const place = `{${name}}`;
    if (target.includes(place)) target = target.replace(place, () => segment(String(value)));
    else query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? target : `${target}?${text}`;
}

/** URL parsers take a segment of dots for a way up, however it is written. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError('an id is neither empty nor made of dots only');
  return encodeURIComponent(value);
}

/** A position in the event log, as Kafka returns it to the publisher. */
export type LogPosition = { readonly topic: string; readonly partition: number; readonly offset: number | string };

/** The value of `X-Wait-For-Position`. @param positions text is taken as it is: `<topic>/<partition>/<offset>`. */
export function positionHeader(positions: readonly (LogPosition | string)[]): string {
  return positions
    .map((position) =>
      typeof position === 'string' ? position : `${position.topic}/${position.partition}/${position.offset}`,
    )
    .join(', ');
}
