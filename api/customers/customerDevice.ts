import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** From where a customer's request came. */
export interface CustomerDevice extends Device {
  ip: string;
  /** IANA name. */
  timezone: string | null;
}

/** Reads it from what a call's context has of the request. */
export const customerDevice = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CustomerDevice => ({
  ip: plainAddress(ip),
  ...deviceOf(headers['user-agent']),
  timezone: timeZoneOf(headers['x-timezone']),
});

/** An IPv4 address as people know it: a socket that takes both families tells it as `::ffff:203.0.113.24`. */
const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** The customer's device, as a download's row records it. */
export interface Device {
  /** Browser, device and device type, parted by dashes: "Safari-iPhone-mobile" (rules 16.10). */
  browser: string;
  /** Name and main version: "iOS 19". */
  os: string;
}

/** A user agent does not tell a computer's model, so its system names it. */
const computers: Readonly<Record<string, string>> = {
  Windows: 'Windows PC',
  macOS: 'Mac',
  Linux: 'Linux PC',
  'Chrome OS': 'Chromebook',
};

/** Chromium tells every Android as version 10, model K. */
const frozen = /; Android 10; K\)/;

/** Reads a user agent; parts that it does not tell read "Unknown". */
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

/** A dash parts the parts, so none may have one. */
const withoutDash = (part: string | undefined) => part?.replace(/\s*-\s*/g, ' ') || 'Unknown';

/** Windows says 10 for 11 too, and macOS has said 10.15 ever since: neither is told. */
function mainVersion({ name, version, versionName }: Bowser.Parser.OSDetails) {
  if (name === 'macOS') return null;
  if (name === 'Windows') return versionName === '10' ? '10 or 11' : versionName;
  return version?.split('.')[0];
}

/**
 * The IANA name in an `X-Timezone` header, else null (rules 16.15). A time zone of the browser's own list is
 * one that Intl knows; Intl also takes offsets such as "+02:00", which are no names.
 */
export function timeZoneOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !/^[A-Za-z]{2}[\w+-]*(\/[\w+-]+)*$/.test(header) || header.length > 64) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: header });
    return header;
  } catch {
    return null;
  }
}
