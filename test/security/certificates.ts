// The library's container of algorithms asks for it at its import.
import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certification authority of its own, in files below `directory`. */
export type Authority = {
  readonly ca: string;
  /** The path of a file with the certificate and its key: whoever wants one of them finds it there. */
  issue(name: string, options?: IssueOptions): Promise<string>;
};

type IssueOptions = {
  /** IP addresses and DNS names of the server. */
  readonly hosts?: readonly { readonly type: 'ip' | 'dns'; readonly value: string }[];
  /** The certificate ends after this; negative: it has ended already. */
  readonly days?: number;
};

const DAY_MS = 86_400_000;
/** Clocks of the servers are this one; a margin for the seconds that certificates have. */
const BEGINS_BEFORE_MS = 3 * DAY_MS;
const VALID_DAYS = 2;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const THIS_MACHINE = [
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
] as const;

cryptoProvider.set(webcrypto);

/** Node.js makes no certificates, and a machine may come without the command openssl: @peculiar/x509 needs neither. */
export async function createAuthority(directory: string, name = 'ca'): Promise<Authority> {
  mkdirSync(directory, { recursive: true });
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity(VALID_DAYS),
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const ca = join(directory, `${name}.pem`);
  writeFileSync(ca, pem(root));
  return {
    ca,
    async issue(subject, { hosts = THIS_MACHINE, days = VALID_DAYS } = {}) {
      const own = await newKeys();
      const issued = await X509CertificateGenerator.create({
        ...validity(days),
        // In this order Kafka and MongoDB read "CN=subject,O=Fundlens".
        subject: [{ O: ['Fundlens'] }, { CN: [subject] }],
        issuer: root.subjectName,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        extensions: [new SubjectAlternativeNameExtension([...hosts])],
      });
      const file = join(directory, `${subject}.pem`);
      writeFileSync(file, pem(issued) + (await keyText(own.privateKey)));
      return file;
    },
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function validity(days: number) {
  const now = Date.now();
  return {
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    notBefore: new Date(now - BEGINS_BEFORE_MS),
    notAfter: new Date(now + days * DAY_MS),
  };
}

async function keyText(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}
