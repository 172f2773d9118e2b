import { pathToFileURL } from 'node:url';

export type FileTrace = {
  /** Forgets what was passed until now. */
  reset(): Promise<void>;
  /** The files that were passed since, in the order in which they were; one that is passed twice in a row once. */
  passed(): Promise<readonly string[]>;
  close(): void;
};

type Location = { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number };
type Message = { readonly id?: number; readonly method?: string; readonly params?: unknown; readonly result?: unknown };

/** Where the traced process gathers what it passes. */
const GATHERED = 'globalThis.passedFiles';

/**
 * Traces which of the files a process passes, by the inspector's breakpoints: the condition of each notes the file and
 * does not break.
 * @param inspectorPort of a process that was started with `--inspect` and has loaded the files.
 * @param files paths below the root.
 * @throws when a file is not loaded.
 */
export async function traceFiles(inspectorPort: number, root: URL, files: readonly string[]): Promise<FileTrace> {
  const session = await openSession(inspectorPort);
  const scripts = new Map<string, string>();
  session.onScript((scriptId, url) => scripts.set(url, scriptId));
  await session.send('Debugger.enable');
  await session.send('Runtime.evaluate', { expression: `${GATHERED} = []` });
  for (const [index, file] of files.entries()) {
    const scriptId = scripts.get(new URL(file, root).href);
    if (scriptId === undefined) throw new Error(`${file} is not loaded`);
    const { locations } = (await session.send('Debugger.getPossibleBreakpoints', {
      start: { scriptId, lineNumber: 0 },
    })) as { locations: readonly Location[] };
    const condition = `${GATHERED}.at(-1) !== ${index} && ${GATHERED}.push(${index}), false`;
    for (const location of locations) await session.send('Debugger.setBreakpoint', { location, condition });
  }
  return {
    async reset() {
      await session.send('Runtime.evaluate', { expression: `${GATHERED}.length = 0` });
    },
    async passed() {
      const { result } = (await session.send('Runtime.evaluate', { expression: GATHERED, returnByValue: true })) as {
        result: { value: readonly number[] };
      };
      return result.value.map((index) => files[index] ?? '');
    },
    close: session.close,
  };
}

/** One connection to the inspector (Chrome DevTools Protocol). */
async function openSession(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error('the inspector has no target');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  let onScript: (scriptId: string, url: string) => void = () => undefined;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'Debugger.scriptParsed') {
      const { scriptId, url } = message.params as { readonly scriptId: string; readonly url: string };
      onScript(scriptId, url);
    }
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  return {
    onScript(listener: typeof onScript) {
      onScript = listener;
    },
    send(method: string, params: object = {}): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve, reject) => {
        waiting.set(id, (message) => {
          waiting.delete(id);
          if ('error' in message) reject(new Error(`${method}: ${JSON.stringify(message.error)}`));
          else resolve(message.result);
        });
      });
    },
    close: () => socket.close(),
  };
}

/** The root of the repository. */
export const ROOT = pathToFileURL(`${import.meta.dirname}/../../`);
