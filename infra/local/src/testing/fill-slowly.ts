import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchArtifact } from '../download-cache.ts';

/** A start of its own, as far as the cache is concerned: `fill-slowly <cache> <file that counts the downloads>`. */
const [cache = '', downloads = ''] = process.argv.slice(2);
const directory = await fetchArtifact(
  cache,
  {
    name: 'slow',
    version: '1',
    work: { doing: 'downloading', extent: 'about 1 MB' },
    landmark: 'part-9',
    fill: async (draft) => {
      appendFileSync(downloads, 'x');
      for (let part = 0; part < 10; part += 1) {
        writeFileSync(join(draft, `part-${part}`), '');
        await sleep(100);
      }
    },
  },
  { report: (line) => console.log(line), now: Date.now },
);
console.log(directory);
