// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a container engine may answer on this machine: its address is given, or one of the sockets is there at which
 * Testcontainers looks. A cheap question, asked before the client is loaded.
 * @param {Record<string, string | undefined>} environment
 */
export function mayHaveEngine(environment) {
  if (environment.DOCKER_HOST || environment.TESTCONTAINERS_HOST_OVERRIDE) return true;
  const sockets = ['/var/run/docker.sock'];
  if (environment.XDG_RUNTIME_DIR) sockets.push(join(environment.XDG_RUNTIME_DIR, 'docker.sock'));
  if (environment.HOME) {
    sockets.push(join(environment.HOME, '.docker', 'run', 'docker.sock'));
    sockets.push(join(environment.HOME, '.docker', 'desktop', 'docker.sock'));
    sockets.push(join(environment.HOME, '.testcontainers.properties'));
  }
  return sockets.some((socket) => existsSync(socket));
}
