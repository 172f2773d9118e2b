import { Gauge, type Registry } from 'prom-client';

/** Shows which build runs: `fundlens_build_info{service="query",version="0.1.0",…} 1`. */
export function registerBuildInfo(
  registry: Registry,
  build: { readonly service: string; readonly version: string },
): void {
  const info = new Gauge({
    name: 'fundlens_build_info',
    help: '1; which build of which service this is.',
    labelNames: ['service', 'version', 'node'] as const,
    registers: [registry],
  });
  info.set({ ...build, node: process.versions.node }, 1);
}
