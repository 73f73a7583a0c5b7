import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

export interface CustomerDevice extends Device {
  ip: string;
  /** IANA name. */
  timezone: string | null;
}

export const customerDevice = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CustomerDevice => ({
  ip: plainAddress(ip),
  ...deviceOf(headers['user-agent']),
  timezone: timeZoneOf(headers['x-timezone']),
});

/** Dual-stack sockets report IPv4 addresses as `::ffff:203.0.113.24`. */
const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

export interface Device {
  /** Browser, device and device type, separated by dashes: "Safari-iPhone-mobile" (rule 16.10). */
  browser: string;
  /** Name and major version: "iOS 19". */
  os: string;
}

/** User agents do not name a computer's model, so its operating system is shown instead. */
const computers: Readonly<Record<string, string>> = {
  Windows: 'Windows PC',
  macOS: 'Mac',
  Linux: 'Linux PC',
  'Chrome OS': 'Chromebook',
};

/** Chromium reports every Android as version 10, model K. */
const frozen = /; Android 10; K\)/;

export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent) return { browser: 'Unknown-Unknown-unknown', os: 'Unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 1000));
  const type = platform.type ?? 'unknown';
  const device = platform.model ?? computers[os.name ?? ''] ?? namedBySystem(os.name, type);
  return {
    browser: [browser.name, device, type].map((part) => withoutDash(part)).join('-'),
    os: [os.name, frozen.test(userAgent) ? null : mainVersion(os)].filter(Boolean).join(' ') || 'Unknown',
  };
}

function namedBySystem(system: string | undefined, type: string) {
  return system && (type === 'mobile' ? `${system} phone` : `${system} ${type}`);
}

const withoutDash = (part: string | undefined) => part?.replace(/\s*-\s*/g, ' ') || 'Unknown';

/** Windows 11 also reports version 10, and every macOS reports 10.15. */
function mainVersion({ name, version, versionName }: Bowser.Parser.OSDetails) {
  if (name === 'macOS') return null;
  if (name === 'Windows') return versionName === '10' ? '10 or 11' : versionName;
  return version?.split('.')[0];
}

/** The IANA name in an `X-Timezone` header, or null (rule 16.15). Intl alone would accept offsets such as "+02:00". */
export function timeZoneOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !/^[A-Za-z]{2}[\w+-]*(\/[\w+-]+)*$/.test(header) || header.length > 64) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: header });
    return header;
  } catch {
    return null;
  }
}
