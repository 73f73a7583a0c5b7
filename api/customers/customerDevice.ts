import type { FastifyRequest } from 'fastify';
import { deviceOf, type Device } from './deviceOf.ts';
import { timeZoneOf } from './timeZoneOf.ts';

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
