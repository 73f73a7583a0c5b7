import type { FastifyInstance } from 'fastify';
import { gatewayCalls } from 'shared/api/gatewayCalls';
import { serve } from '../http/serve.ts';
import { activateGateway } from './activateGateway.ts';
import { listGateways } from './listGateways.ts';

export function gatewayRoutes(app: FastifyInstance) {
  serve(app, gatewayCalls.gateways, (_input, { db }) => listGateways(db));
  serve(app, gatewayCalls.activateGateway, ({ gatewayId }, { db, member }) => activateGateway(db, gatewayId, member));
}
