/** The payment gateways: rules 14.10 to 14.12, 14.18, 21.6. */
import * as v from 'valibot';
import { call, noInput } from './call.ts';
import { isoTimestamp, wholeNumber } from './fields/fields.ts';

const chooseOne = 'Please select gateway.';
export const gatewayNotFound = 'There is no such gateway.';

export const gateway = v.object({
  id: v.number(),
  gateway_name: v.string(),
  /** '1' is active. */
  is_active: v.picklist(['1', '0']),
  /** When the gateway was last replaced; null if it is active now or has never been active. */
  last_active: v.nullable(isoTimestamp),
});
export type Gateway = v.InferOutput<typeof gateway>;

export const gatewayChange = v.object({
  at: isoTimestamp,
  by: v.string(),
  from: v.string(),
  to: v.string(),
});
export type GatewayChange = v.InferOutput<typeof gatewayChange>;

export const maxGatewayChanges = 10;

export const gatewayCalls = {
  gateways: call({
    method: 'GET',
    path: '/admin/payment-gateways',
    needs: 'gateway.read',
    summary: 'The payment gateways and their latest changes',
    input: noInput,
    data: v.array(gateway),
    /** Newest first. */
    extras: { changes: v.array(gatewayChange) },
  }),
  activateGateway: call({
    method: 'POST',
    path: '/admin/payment-gateway-setting',
    needs: 'gateway.change',
    summary: 'Set the active gateway',
    refuses: { 404: gatewayNotFound },
    input: v.strictObject({
      gatewayId: v.pipe(
        v.optional(v.union([v.number(), v.string()], chooseOne), ''),
        v.check((id) => id !== '', chooseOne),
        wholeNumber(1, 2_147_483_647, gatewayNotFound),
      ),
    }),
    data: v.null(),
  }),
};
