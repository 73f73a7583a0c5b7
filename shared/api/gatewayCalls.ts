/** The payment gateways, of which exactly one is active: rules 14.10 to 14.13, 14.18, 21.6. */
import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { isoTimestamp, wholeNumber } from './fields.ts';

const chooseOne = 'Please select gateway.';
export const noSuchGateway = 'There is no such gateway.';

export const gateway = v.object({
  id: v.number(),
  gateway_name: v.string(),
  /** '1': the active one. */
  is_active: v.picklist(['1', '0']),
  /** When another took its place last; null: it is active now, or never was. */
  last_active: v.nullable(isoTimestamp),
});
export type Gateway = v.InferOutput<typeof gateway>;

/** One change of the active gateway. */
export const gatewayChange = v.object({
  at: isoTimestamp,
  /** The member's name. */
  by: v.string(),
  /** Names of gateways. */
  from: v.string(),
  to: v.string(),
});
export type GatewayChange = v.InferOutput<typeof gatewayChange>;

/** Of the history of gateways so many changes are answered, the newest. */
export const newestChanges = 10;

export const gatewayCalls = {
  gateways: call({
    method: 'GET',
    path: '/admin/payment-gateways',
    needs: 'gateway.read',
    summary: 'The payment gateways, and who changed last which of them is active',
    input: nothing,
    data: v.array(gateway),
    /** Newest first, `newestChanges` at most. */
    beside: { changes: v.array(gatewayChange) },
  }),
  activateGateway: call({
    method: 'POST',
    path: '/admin/payment-gateway-setting',
    needs: 'gateway.change',
    summary: 'Make a gateway the active one, and the others not',
    refuses: { 404: noSuchGateway },
    input: v.strictObject({
      gatewayId: v.pipe(
        v.optional(v.union([v.number(), v.string()], chooseOne), ''),
        v.check((id) => id !== '', chooseOne),
        wholeNumber(1, 2_147_483_647, noSuchGateway),
      ),
    }),
    data: v.null(),
  }),
};
