import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Certificate = { readonly certificate: string; readonly key: string; readonly both: string };

/** A certification authority of its own, in files below `directory`. */
export type Authority = {
  readonly ca: string;
  issue(name: string, options?: { readonly host?: string; readonly days?: number }): Certificate;
};

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** By the command openssl: Node.js makes no certificates. */
export function createAuthority(directory: string, name = 'ca'): Authority {
  mkdirSync(directory, { recursive: true });
  const path = (file: string) => join(directory, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const [ca, caKey] = [path(`${name}.pem`), path(`${name}.key`)];
  openssl('req', '-x509', ...CURVE, '-keyout', caKey, '-out', ca, '-subj', `/CN=${name}`, '-days', '2');
  return {
    ca,
    issue(subject, { host = 'IP:127.0.0.1,DNS:localhost', days = 2 } = {}) {
      const [key, request, certificate] = [path(`${subject}.key`), path(`${subject}.csr`), path(`${subject}.pem`)];
      const [extensions, both] = [path(`${subject}.ext`), path(`${subject}-both.pem`)];
      openssl('req', ...CURVE, '-keyout', key, '-out', request, '-subj', `/O=Fundlens/CN=${subject}`);
      writeFileSync(extensions, `subjectAltName=${host}\n`);
      const signing = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', String(days), '-extfile', extensions];
      openssl('x509', '-req', '-in', request, ...signing, '-out', certificate);
      writeFileSync(both, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
      return { certificate, key, both };
    },
  };
}
