/** What was found out for the first who asked in this turn of the event loop, for all who ask in it. */
export type OncePerTurn<Value> = (key: string, find: () => Promise<Value>) => Promise<Value>;

export function createOncePerTurn<Value>(): OncePerTurn<Value> {
  const found = new Map<string, Promise<Value>>();
  return (key, find) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    if (found.size === 0) setImmediate(() => found.clear());
    const asked = find();
    found.set(key, asked);
    return asked;
  };
}
