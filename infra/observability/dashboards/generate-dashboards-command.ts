import { writeFile } from 'node:fs/promises';
import { dashboardFiles } from './dashboard-files.ts';

for (const { path, text } of dashboardFiles()) await writeFile(path, text);
