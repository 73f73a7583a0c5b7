import pg from 'pg';
import { diallingCodes } from 'shared/rules/dialling';

const batch = 20_000;

/** First names. The nearer a name is to the start of this list, the more often it is used. */
const firsts =
  'James Mary Siobhán Hương Айгерім José Ananya Åsa Mele Grzegorz Chukwuemeka Zoë João Müjgan Jürgen Þórunn Olivia Liam Noah Emma Amelia Sophia Lucas Mateo Mia Aroha Tane Wiremu Hana Ravi Priya Wei Chen Yuki Hiroshi Fatima Omar Leila Ivan 花子';
const lasts =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson Anderson Tupou Brzęczyszczykiewicz Müller Yıldırım Papadopoulou Öström Сәрсенбаева Patel Singh Nguyễn 山田';

/** Requires one order. The new orders copy its declaration, but with various nationalities. */
export async function fillOrders(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let from = 0; from < count; from += batch) {
      await client.query(insertion, [
        from + 1,
        Math.min(from + batch, count),
        count,
        firsts.split(' '),
        lasts.split(' '),
        [...diallingCodes.keys()],
      ]);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const insertion = `
  insert into orders (order_id, process_status, before_delete_status, assigned_to, assigned_at, first_name, last_name,
    full_name, email, contact_email_address, phone_number, country_code, created_at, processing_date, processing_mode,
    arrived_as_future, processed_by, completed_at, landing_domain, declaration)
  select (1000000 + i)::text, status, case when status = 'Deleted' then 'New' end, assignee,
    case when assignee is not null then at end, first, last, first || ' ' || last,
    coalesce(nullif(regexp_replace(lower(first), '[^a-z0-9]', '', 'g'), ''), 'traveller') || '.' || i % 1000 || '@' || (array['gmail.com', 'example.com', 'outlook.com', 'xtra.co.nz'])[1 + i % 4],
    case when i % 10 = 0 then 'travel.' || i % 5000 || '@example.org' end, lpad((i * 7919 % 100000000)::text, 8, '0'),
    (array['64', '61', '44', '1', '91', '49'])[1 + i % 6], at,
    case when status = 'Future' then current_date + (i % 330)::int else (at at time zone 'UTC')::date end,
    case when h % 5 = 0 then 'priority' else 'standard' end, status = 'Future' or h % 7 = 0,
    case when completed then 1 + (i % 5)::int end, case when completed then least(at + interval '1 day', now()) end,
    'declaration.example.com', declaration || jsonb_build_object('current_nationality',
      ($6::text[])[1 + (other::bigint * other / 65536 * array_length($6::text[], 1) / 65536)::int])
  from generate_series($1::bigint, $2::bigint) as numbers (i)
  cross join (select declaration from orders limit 1) as declarations
  cross join lateral (select hashint8(i) & 1023 as h, hashint8(i * 31) & 65535 as other) as chances
  cross join lateral (select now() - interval '3 years' * (1 - i / $3::float8) as at) as times
  cross join lateral (
    select ($4::text[])[1 + (other::bigint * other / 65536 * 40 / 65536)::int] || case when i % 3 = 0 then '' else substr(md5(h::text), 1, 2) end as first,
      ($5::text[])[1 + i % 25] || (array['', 'son', 'ová', '-Lee', 'ez', 'ini', 'escu', 'sen'])[1 + (i / 25) % 8] as last
  ) as names
  cross join lateral (
    select case
      when i > $3::float8 * 0.99 then (array['New', 'Priority', 'Pending', 'New', 'Awaiting'])[1 + h % 5]
      when h < 560 then 'Completed' when h < 640 then 'Future' when h < 700 then 'AwaitingGovt' when h < 750 then 'Awaiting'
      when h < 790 then 'Contact Customer' when h < 830 then 'Customer Called' when h < 870 then 'Refunds'
      when h < 910 then 'Completed Refunds' when h < 950 then 'Deleted' when h < 970 then 'ChargeBack'
      when h < 1000 then 'Pending' when h < 1010 then 'New' else 'Priority' end as status
  ) as statuses
  cross join lateral (select status in ('Completed', 'Refunds', 'Completed Refunds', 'ChargeBack') as completed) as ends
  cross join lateral (select case when status not in ('Pending', 'Future') and h / 3 % 2 = 0 then 1 + (i % 5)::int end as assignee) as assignees`;
