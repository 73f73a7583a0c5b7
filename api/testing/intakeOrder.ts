let lastId = 600_000;

/** An order as the application form sends it, with a new id each time. */
export const intakeOrder = (order: Record<string, unknown> = {}) => ({
  order_id: String(++lastId),
  first_name: 'Mere',
  last_name: 'Tane',
  email: 'mere@example.com',
  processing_mode: 'standard',
  travel_type: 'air',
  ...order,
});
