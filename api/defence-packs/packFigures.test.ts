import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { countryDatabase, countryOf } from '../ledger/countryOf.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { readPdfText, type PdfText } from '../testing/pdf/PdfText.ts';
import { busyOrder, richOrder } from '../testing/richOrder.ts';

/** Times as packs write them, but formatted by the database. */
const second = (at: SQL | string) => sql`to_char(${raw(at)} at time zone 'UTC', 'DD Mon YYYY HH24:MI:SS')`;
const minute = (at: SQL | string) => sql`to_char(${raw(at)} at time zone 'UTC', 'DD Mon YYYY HH24:MI "UTC"')`;
const clock = (at: SQL | string) => sql`to_char(${raw(at)} at time zone 'UTC', 'HH24:MI:SS')`;
const raw = (at: SQL | string) => (typeof at === 'string' ? sql.raw(at) : at);
const sum = sql`currency || ' ' || to_char(amount, 'FM999,999,990.00')`;
const provider = sql.raw(`case provider when 'AWS' then 'Amazon SES' else 'SendGrid' end`);
const nameOfMail = sql.raw(
  `'“' || case kind when 'approval' then 'Your declaration is ready' when 'refund' then 'Your refund' else 'Your invoice' end || '”'`,
);
const device = sql.raw(`split_part(browser, '-', 1) || ', ' || split_part(browser, '-', 2) || ', ' || os`);
const isSameDevice = sql.raw(`browser = 'Safari-iPhone-mobile' and os like 'iOS %'`);

/** Fixed texts with digits, which every pack may contain. */
const constant = [
  ...['SHA-256', 'CC BY 4.0', '(https://db-ip.com)', 'Compelling Evidence 3.0', 'Visa dispute reason 10.4'],
  'paid 120 to 365 days before the dispute',
];

const unmasked = 'The original document is not masked: it shows passport numbers in full.';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  let orderId: string;
  /** Evaluated lazily: the queries below are built before `beforeAll` creates the order. */
  const id: SQLWrapper = { getSQL: () => sql`${orderId}` };
  beforeAll(async () => {
    orderId = await richOrder(api());
  });

  const texts = async (query: SQL): Promise<string[]> => {
    const { rows } = await db().execute<{ said: string | null }>(query);
    return rows.map(({ said }) => {
      if (said === null) throw new Error('A figure is null');
      return said;
    });
  };
  const one = async (query: SQL) => {
    const [said, ...more] = await texts(query);
    if (said === undefined || more.length > 0) throw new Error(`Not one: ${[said, ...more].join(' | ')}`);
    return said;
  };
  const ofOrder = (said: SQL) => one(sql`select ${said} as said from orders o where order_id = ${id}`);
  /** Replaces each `{IP address}` in a query's text with the address and its country. */
  const placed = async (said: string) => {
    let all = said;
    for (const [marked, ip] of said.matchAll(/\{([\d.]+)\}/g)) {
      const country = await countryOf(ip!);
      all = all.replace(marked, country ? `${ip}, ${country.name}` : ip!);
    }
    return all;
  };
  const placedAll = (said: string[]) => Promise.all(said.map(placed));

  const mailsAt = sql`from mails m join orders o using (order_id) where order_id = ${id}`;
  const eventsAt = sql`from mail_events e join mails m on m.id = e.mail_id join orders o using (order_id)
    where order_id = ${id}`;
  const reportedLate = sql`coalesce((select ', reported on ' || ${minute('l.at')} from ledger_entries l
    where l.order_id = o.order_id and l.kind = 'mailEvent' and l.facts::json ->> 'mailId' = m.id::text
      and (l.facts::json ->> 'happenedAt')::timestamptz = e.at and l.at > e.at + interval '1 hour'), '')`;
  const disputedAt = sql`(select coalesce((facts::json ->> 'happenedAt')::timestamptz, at) from ledger_entries l
    where l.order_id = o.order_id and kind = 'changed' and facts::json ->> 'to' = 'ChargeBack')`;
  /** Accesses with the order's id and email, except those known to be on the staff site. */
  const accesses = sql`(
    select at, how, ip, browser, os, timezone, origin, null as sha256, null::timestamptz as completed_at from order_views
    where order_id = ${id} and origin is distinct from 'staff'
    union all
    select w.create_ts, 'download', w.ip, w.browser, w.os, w.timezone, w.origin, d.sha256, w.completed_at
    from downloads w join documents d on d.id = w.document_id
    where w.order_id = ${id} and origin is distinct from 'staff') as a`;
  const done = sql`case how when 'tracked' then 'Order tracked by ID and email' when 'opened' then 'Order page opened'
    else case when completed_at is null then 'Download started, not recorded as complete' else 'Full document downloaded' end end`;
  const deviceOfOrder = sql`'Safari, iPhone, iOS ' || substring(order_user_agent from 'iPhone OS ([0-9]+)')`;

  /** The pack as a PDF, and the history before the pack was made. */
  async function packOf(defencePackType: 1 | 2) {
    const history =
      await ofOrder(sql`(select count(*)::text || ' ' || max(encode(hash, 'hex')) filter (where seq = last)
      from (select *, max(seq) over () as last from ledger_entries l where l.order_id = o.order_id) as all_of)`);
    const [entries, hash] = history.split(' ') as [string, string];
    const begun = await one(sql`select ${minute('now()')} as said`);
    const { body } = await api().callApi(defencePackCalls.packPdf, { orderId, defencePackType }, { as: 'Team' });
    const noted = await ofOrder(sql`(select ${minute('l.at')} from ledger_entries l where l.order_id = o.order_id
      order by seq desc limit 1)`);
    return { pdf: await readPdfText(await body.data.bytes()), entries, hash, madeAt: [begun, noted] };
  }

  /** Strikes every page's footer and every exhibit's title. Returns the first and last page of each exhibit. */
  function exhibitsOf(
    pdf: PdfText,
    titles: readonly string[],
    { type, hash, madeAt }: { type: 1 | 2; hash: string; madeAt: string[] },
  ) {
    const marks = titles.map((title, index) => {
      const letter = 'ABCDEF'[index]!;
      return { letter, title, from: pdf.pageThatBegins(`${letter}Exhibit ${letter}: ${title}`) };
    });
    const ends = [...marks.slice(1).map(({ from }) => from - 1), pdf.pages];
    for (let page = 1; page <= pdf.pages; page += 1) {
      const foots = [...new Set(madeAt)].map(
        (at) =>
          `Order ${orderId} · Defence Pack ${type}Made ${at} by Tia Team, from append-only recordsPage ${page} of ${pdf.pages}Last hash of the history: ${hash}`,
      );
      expect(pdf.strikeSome(foots, [page, page])).toBe(foots.length - 1);
    }
    const exhibits = marks.map(({ letter, title, from }, index) => {
      const to = ends[index]!;
      pdf.strike([`${letter}${title}${from === to ? `page ${from}` : `pages ${from} to ${to}`}`], [1, 1]);
      pdf.strike([`Exhibit ${letter}: ${title}`], [from, to]);
      return [from, to] as const;
    });
    return exhibits;
  }

  /** Strikes the texts of page 1 and of exhibit A (`pages`) that are the same in both packs. */
  async function strikeOrder(pdf: PdfText, entries: string, hash: string, pages: readonly [number, number]) {
    const { madeOn } = await countryDatabase();
    pdf.strike(
      [
        await ofOrder(sql`'Transaction ID' || transaction_id`),
        await ofOrder(sql`'Merchant' || merchant_name`),
        await ofOrder(sql`'Amount' || ${sum} || 'Paid' || ${minute('paid_at')}`),
        await ofOrder(sql`'Customer email' || email`),
        await ofOrder(sql`'Passport•••••• ' || right(declaration ->> 'passport_number', 3)`),
        await ofOrder(sql`'Ordered' || ${minute('created_at')}`),
        await ofOrder(sql`'Disputed' || to_char(${disputedAt} at time zone 'UTC', 'DD Mon YYYY')`),
        await ofOrder(sql`'2.' || ${sum} || ' was paid on ' || ${minute('paid_at')} || '.'`),
        await ofOrder(sql`(select '5.Staff recorded no refund request before the dispute. The customer had sent ' ||
          count(*) filter (where origin = 'public') || ' messages; ' || count(*) filter (where origin = 'staff') ||
          ' message on the staff site is omitted.' from customer_messages m
          where m.order_id = o.order_id and member_id is null)`),
        await ofOrder(sql`${second('created_at')} || 'Order placedOrder formA'`),
        await ofOrder(sql`${second('paid_at')} || 'Paid ' || ${sum} || 'Payment providerA'`),
        await ofOrder(sql`${second(disputedAt)} || 'Disputed: moved to Charge BackArrival DeskA'`),
      ],
      [1, 1],
    );
    const placedDown = sql`(select at from ledger_entries l where l.order_id = o.order_id and kind = 'placed')`;
    pdf.strike(
      [
        await ofOrder(sql`'Order ID' || order_id`),
        await ofOrder(sql`'Ordered' || ${second('created_at')} || ' UTC, recorded on ' || ${minute(placedDown)}`),
        await ofOrder(sql`'Paid' || ${second('paid_at')} || ' UTC, recorded on ' || ${minute(placedDown)}`),
        await ofOrder(sql`'Amount' || ${sum}`),
        await ofOrder(sql`'Transaction ID' || transaction_id`),
        await ofOrder(sql`'Merchant name' || merchant_name`),
        await ofOrder(sql`'Passport number•••••• ' || right(declaration ->> 'passport_number', 3)`),
        await ofOrder(sql`'Email' || email || 'Confirmed email' || confirm_email`),
        await ofOrder(sql`'Contact email' || contact_email_address`),
        await placed(await ofOrder(sql`'IP address of the order{' || order_ip || '}'`)),
        await ofOrder(sql`'Browser and device' || ${deviceOfOrder}`),
        await ofOrder(sql`'Dispute opened' || ${minute(disputedAt)}`),
        `${entries} entries, verified as intact`,
        `The last entry’s SHA-256 is ${hash}.`,
        await ofOrder(sql`(select count(*) || ' entries were recorded after the events they describe, most recently on ' ||
          ${second('max(at)')} || ' UTC.' from ledger_entries l where l.order_id = o.order_id
          and kind not in ('placed', 'paid', 'mailEvent') and (facts::json ->> 'happenedAt')::timestamptz < at)`),
        await one(sql`select 'CC BY 4.0, of ' || to_char(${madeOn}::date, 'DD Mon YYYY') as said`),
      ],
      pages,
    );
  }

  const documentRows = () =>
    texts(sql`select ${second('created_at')} || original_name || to_char(size, 'FM999,999,999') || sha256 as said
      from documents where order_id = ${orderId}`);
  const documentEvents = () =>
    texts(sql`select ${second('created_at')} || 'Document finished, SHA-256 recordedArrival Desk' as said
      from documents where order_id = ${orderId}`);

  const expectAccounted = (pdf: PdfText) => {
    for (const said of constant) pdf.strikeAll(said);
    expect({ missing: pdf.missing, unaccounted: pdf.unaccounted() }).toEqual({ missing: [], unaccounted: [] });
  };

  test('each figure of pack 1 equals the database’s, and there are no others', async () => {
    const { pdf, entries, hash, madeAt } = await packOf(1);
    const titles = [
      ...['Order and payment record', 'Every email: recipient, times, provider, message ID, delivery events'],
      ...['The document: name, size, SHA-256', 'Calls and messages', 'The delivered document'],
    ];
    const [order, mails, documents, contacts, copy] = exhibitsOf(pdf, titles, { type: 1, hash, madeAt });
    pdf.strike(
      [
        `Defence Pack 1: email and delivery`,
        `The document was delivered before the dispute${orderId}`,
        await ofOrder(sql`'Delivered' || (select ${minute('min(e.at)')} from mail_events e join mails m on m.id = e.mail_id
          where m.order_id = o.order_id and type = 'delivered')`),
        await ofOrder(sql`'1.The customer ordered a New Zealand travel declaration on ' || ${minute('created_at')} ||
          ' and gave the email address ' || email || ' twice.'`),
        await ofOrder(sql`(select '3.The finished document was emailed to the same address ' ||
          to_char(min(sent_at) - o.paid_at, 'FMDD "day" ') || to_char(min(sent_at) - o.paid_at, 'FMHH24 "h"') || ' after payment, and ' ||
          count(*) - 1 || ' more times since.' from mails m
          where m.order_id = o.order_id and kind = 'approval' and message_id is not null)`),
        await ofOrder(sql`(select '4.The customer’s mail server accepted it on ' || ${minute('e.at')} || ${reportedLate} ||
          '; the provider’s record is in Exhibit B.' ${eventsAt} and type = 'delivered' order by e.at limit 1)`),
      ],
      [1, 1],
    );
    await strikeOrder(pdf, entries, hash, order!);
    const accepted = sql`from mails m join orders o using (order_id) where order_id = ${orderId} and message_id is not null`;
    const timeline = [
      ...(await texts(sql`select ${second('sent_at')} || ${nameOfMail} || ' accepted by ' || ${provider} || ', to ' ||
        recipient || ${provider} || 'B' as said ${accepted}`)),
      ...(await texts(sql`select ${second('sent_at')} || ${nameOfMail} || ' written to the outbox, to ' || recipient ||
        'Arrival DeskB' as said ${mailsAt} and message_id is null and sent_at is not null`)),
      ...(await texts(sql`select (select ${second('l.at')} from ledger_entries l
        where l.order_id = m.order_id and l.kind = 'mailEnded') || ${nameOfMail} || ' to ' || recipient ||
        ' was not sentArrival DeskB' as said ${mailsAt} and m.state = 'failed'`)),
      ...(await texts(sql`select ${second('e.at')} || ${nameOfMail} || ' ' || case type
        when 'delivered' then 'delivered to the customer’s mail server' when 'opened' then 'opened (indicative only)'
        when 'bounced' then 'bounced' else 'was reported as spam' end || ${reportedLate} || ${provider} || 'B' as said
        ${eventsAt}`)),
      ...(await texts(sql`select ${second('created_at')} || case telephone when 'Y' then 'Telephone call: ' else 'WhatsApp: ' end ||
        remark || 'Staff remarkD' as said from remarks where order_id = ${orderId} and 'Y' in (telephone, whatsapp)`)),
      ...(await documentEvents()).map((said) => `${said}C`),
    ];
    const folded = pdf.strikeSome(timeline, [1, 1]);
    pdf.strike([`${folded} more events are in the exhibits.`], [1, 1]);

    pdf.strike(
      [
        await ofOrder(sql`'Email at purchase' || email || 'Contact email' || contact_email_address`),
        await ofOrder(sql`'Emails went to' || email || ' and ' || contact_email_address`),
        ...(await texts(sql`select 'Email ' || row_number() over (order by m.id) || ': ' ||
          coalesce(subject, btrim(${nameOfMail}, '“”')) || ${nameOfMail} || ' (' || kind || ') to ' || recipient || ', by ' ||
          ${provider} as said ${mailsAt}`)),
        ...(await texts(sql`select ${second('m.created_at')} || 'Requested by ' || coalesce(asker.name, 'Arrival Desk itself') ||
          coalesce(': resent after the previous one to ' || p.recipient || ' was recorded as ' || p.state ||
            coalesce(' (' || p.reason || ')', ''), '') || 'Arrival Desk' as said
          from mails m left join members asker on asker.id = m.asked_by
          left join lateral (select * from mails p where p.order_id = m.order_id and p.kind = m.kind and p.id < m.id
            order by p.id desc limit 1) as p on true
          where m.order_id = ${orderId}`)),
        ...(await texts(sql`select ${second('sent_at')} || 'Accepted by ' || ${provider} || ', message ID ' || message_id ||
          ${provider} as said ${accepted}`)),
        ...(await texts(sql`select ${second('sent_at')} || 'Written to the outbox: no mail provider was set upArrival Desk' as said
          ${mailsAt} and message_id is null and sent_at is not null`)),
        // Only the ledger entry has the time of the failure.
        ...(await texts(sql`select ${second('l.at')} || 'Not sent: ' || m.reason || 'Arrival Desk' as said
          from mails m join ledger_entries l on l.order_id = m.order_id and l.kind = 'mailEnded'
          where m.order_id = ${orderId} and m.state = 'failed'`)),
        ...(await texts(sql`select ${second('e.at')} || case type
          when 'delivered' then 'Delivered: the recipient’s mail server accepted it' when 'bounced' then 'Bounced'
          when 'complained' then 'Reported as spam by its recipient' else 'Opened (indicative), ' || (
            select count(*) from mail_events all_of where all_of.mail_id = e.mail_id and type = 'opened') || ' times' end ||
          ${reportedLate} || coalesce(': ' || e.reason, '') || ${provider} as said
          ${eventsAt} and not exists (select from mail_events before
            where before.mail_id = e.mail_id and before.type = 'opened' and e.type = 'opened' and before.at < e.at)`)),
      ],
      mails!,
    );
    pdf.strike(await documentRows(), documents!);
    pdf.strike(
      await texts(sql`select ${second('r.created_at')} || concat_ws(', ', case telephone when 'Y' then 'Call' end,
        case whatsapp when 'Y' then 'WhatsApp' end) || remark || name as said
        from remarks r join members m on m.id = r.member_id where order_id = ${orderId} and 'Y' in (telephone, whatsapp)`),
      contacts!,
    );
    // The texts about the file that `richOrder` stores.
    pdf.strike([unmasked, 'The first 5 of its 7 pages are shown here.'], copy!);
    expectAccounted(pdf);
  });

  test('each figure of pack 2 equals the database’s, and there are no others', async () => {
    const { pdf, entries, hash, madeAt } = await packOf(2);
    const titles = [
      ...['Order and payment record', 'Order, tracking and download side by side'],
      ...['Order page views and downloads', 'The document: name, size, SHA-256'],
      ...['Earlier orders with the same email, and Compelling Evidence 3.0', 'The delivered document'],
    ];
    const [order, compared, seen, documents, earlier, copy] = exhibitsOf(pdf, titles, { type: 2, hash, madeAt });
    const matching = sql`(select count(*) from ${accesses} where ip = o.order_ip)`;
    const alike = sql`(select count(*) from ${accesses} where ${isSameDevice})`;
    pdf.strike(
      [
        `Defence Pack 2: access`,
        `The document was downloaded before the dispute${orderId}`,
        await ofOrder(sql`'Downloaded' || (select ${minute('min(completed_at)')} from ${accesses})`),
        (
          await placed(
            await ofOrder(sql`'1.The customer ordered a New Zealand travel declaration on ' || ${minute('created_at')} ||
              ' from IP address {' || order_ip || '}.'`),
          )
        ).replace(/, ([A-Za-z ]+)\.$/, ' ($1).'),
        await ofOrder(sql`(select '3.The customer downloaded the whole document ' || count(*) || ' times, first on ' ||
          ${minute('min(a.at)')} || '; see Exhibit C.' from ${accesses} where completed_at is not null)`),
        await ofOrder(sql`'4.Of ' || (select count(*) from ${accesses}) || ' recorded visits and downloads, ' || ${matching} ||
          ' came from the IP address of the order and ' || ${alike} || ' from the same kind of browser and device.'`),
      ],
      [1, 1],
    );
    await strikeOrder(pdf, entries, hash, order!);
    const timeline = [
      ...(await placedAll(
        await texts(
          sql`select ${second('at')} || ${done} || ', from {' || ip || '}Arrival DeskC' as said from ${accesses}`,
        ),
      )),
      ...(await documentEvents()).map((said) => `${said}D`),
    ];
    const folded = pdf.strikeSome(timeline, [1, 1]);
    pdf.strike([`${folded} more ${folded === 1 ? 'event is' : 'events are'} in the exhibits.`], [1, 1]);

    const where = sql`'{' || ip || '}' || coalesce(', ' || timezone, '')`;
    const of = (how: string, counted: string) =>
      sql.raw(
        `case count(*) filter (where ${how}) when 0 then null else '${counted}, ' || count(*) filter (where ${how}) || '×' end`,
      );
    pdf.strike(
      await placedAll([
        await ofOrder(sql`'Order{' || order_ip || '}' || ${deviceOfOrder}`),
        ...(await texts(sql`select concat_ws('; ', ${of(`how <> 'download'`, 'Tracking')}, ${of(`how = 'download'`, 'Download')}) ||
          ${where} || case when ip = order_ip then 'match' else 'mismatch' end || ${device} ||
          case when ${isSameDevice} then 'match' else 'mismatch' end as said
          from ${accesses} cross join orders o where o.order_id = ${orderId}
          group by ip, browser, os, timezone, order_ip`)),
        await ofOrder(sql`'User agent at purchase: ' || order_user_agent`),
      ]),
      compared!,
    );
    pdf.strike(
      await placedAll([
        ...(await texts(sql`select ${second('at')} || ${done} || coalesce(', completed at ' || ${clock('completed_at')}, '') || ${where} ||
          ${device} || coalesce(left(sha256, 10) || '…', '') as said from ${accesses}`)),
        await ofOrder(sql`(select count(*) from order_views v where v.order_id = o.order_id and origin = 'staff') || ' views and ' ||
          (select count(*) from downloads w where w.order_id = o.order_id and origin = 'staff') ||
          ' download on the staff site are omitted.'`),
        await one(sql`select 'For ' || count(*) || ' of these (most recently on ' || ${second('max(at)')} || ' UTC), it was not recorded' as said
          from ${accesses} where origin is null`),
        ...(await texts(sql`select left(sha256, 10) || '…: ' || original_name || ', ' || to_char(size, 'FM999,999,999') ||
          ' bytes, SHA-256 ' || sha256 as said from documents where order_id = ${orderId}`)),
        await one(
          sql`select 'CC BY 4.0, of ' || to_char(${(await countryDatabase()).madeOn}::date, 'DD Mon YYYY') as said`,
        ),
      ]),
      seen!,
    );
    pdf.strike(await documentRows(), documents!);
    const same = sql`from orders e join orders o on o.email = e.email and o.order_id <> e.order_id
      where o.order_id = ${orderId} and e.process_status = 'Completed'`;
    pdf.strike(
      await placedAll([
        ...(await texts(sql`select e.order_id || ${second('e.paid_at')} || e.currency || ' ' || to_char(e.amount, 'FM999,999,990.00') ||
          '{' || e.order_ip || '}' || case when e.order_ip = o.order_ip then 'match' else 'mismatch' end as said ${same}`)),
        await one(sql`select count(*) || ' earlier undisputed orders paid 120 to 365 days before the dispute' as said ${same}
          and e.order_ip = o.order_ip and ${disputedAt} - e.paid_at between interval '120 days' and interval '365 days'`),
      ]),
      earlier!,
    );
    pdf.strike([unmasked, 'The first 5 of its 7 pages are shown here.'], copy!);
    expectAccounted(pdf);
  });

  test('each figure equals the database’s even if rows are counted by day', async () => {
    const busy = await busyOrder(api());
    const packOfBusy = async (defencePackType: 1 | 2, exhibit: string, next: string) => {
      const { body } = await api().callApi(
        defencePackCalls.packPdf,
        { orderId: busy, defencePackType },
        { as: 'Team' },
      );
      const pdf = await readPdfText(await body.data.bytes());
      const pages = [pdf.pageThatBegins(exhibit), pdf.pageThatBegins(next) - 1] as const;
      for (let page = pages[0]; page <= pages[1]; page += 1) {
        // The tests above check the pack's time and last entry.
        pdf.strikeFoot(
          `Order ${busy} · Defence Pack ${defencePackType}Made`,
          `Page ${page} of ${pdf.pages}Last hash of the history: `,
          page,
        );
      }
      return { pdf, pages };
    };
    const day = (at: string) => sql.raw(`to_char(${at} at time zone 'UTC', 'DD Mon YYYY')`);

    const { pdf: mails, pages: ofMails } = await packOfBusy(1, 'BExhibit B', 'CExhibit C');
    const reported = sql`(select e.at from mail_events e where e.mail_id = m.id)`;
    const told = sql`(select l.at from ledger_entries l where l.kind = 'mailEvent' and l.order_id = m.order_id
      and l.facts::json ->> 'mailId' = m.id::text)`;
    const inFull = sql`(select *, row_number() over (order by id) as place from mails where order_id = ${busy}) as m
      where (place <= 4 or place > 36)`;
    mails.strike(
      [
        'There are 40 emails. The table counts all of them by day; the first 4 and the last 4 follow in full.',
        '32 emails omitted here: see the table by day.',
        ...(await texts(sql`
          select day || count(*) || case count(*) when 1 then ' email to ' else ' emails to ' end || recipient || ': ' ||
            count(*) || ' accepted' || case count(delivered) when 0 then '' else ', ' || count(delivered) || ' delivered (' ||
            count(delivered) || ' of them reported over an hour later)' end || 'Amazon SES' as said
          from (select ${day('sent_at')} as day, recipient, ${reported} as delivered from mails m where order_id = ${busy}) as days
          group by day, recipient`)),
        ...(await texts(sql`select 'Email ' || place || ': Your declaration is ready' as said from ${inFull}`)),
        ...(await texts(sql`select ${second('created_at')} || 'Requested by Arrival Desk itself' || case when place > 1 then
          ': resent after the previous one to ' || (select p.recipient from mails p where p.order_id = m.order_id and p.id < m.id
            order by p.id desc limit 1) || ' was recorded as sent' else '' end || 'Arrival Desk' as said from ${inFull}`)),
        ...(await texts(sql`select ${second('sent_at')} || 'Accepted by Amazon SES, message ID ' || message_id || 'Amazon SES' as said
          from ${inFull}`)),
        ...(await texts(sql`select ${second(reported)} || 'Delivered: the recipient’s mail server accepted it, reported on ' ||
          ${minute(told)} || 'Amazon SES' as said from ${inFull} and ${reported} is not null`)),
      ],
      ofMails,
    );
    expect({ missing: mails.missing, left: mails.unaccounted(ofMails) }).toEqual({ missing: [], left: [] });

    const { pdf: seen, pages: ofSeen } = await packOfBusy(2, 'CExhibit C', 'DExhibit D');
    const lasted = sql`${clock('min(create_ts)')} || case when count(*) > 1 then ' to ' || ${clock('max(create_ts)')} else '' end`;
    seen.strike(
      [
        'There are 100 views and downloads. The table counts all of them by day; the first 10 and the last 10 follow in full.',
        '80 more omitted here: see the table by day',
        ...(await texts(sql`select ${day('min(create_ts)')} || count(*) || case count(*) when 1 then ' download (' else ' downloads ('
          end || count(completed_at) || ' complete); ' || ${lasted} || ip || ${device} as said
          from downloads where order_id = ${busy} group by ${day('create_ts')}, ip, browser, os`)),
        ...(await texts(sql`select ${second('create_ts')} || case when completed_at is null
          then 'Download started, not recorded as complete' else 'Full document downloaded, completed at ' || ${clock('completed_at')} end ||
          ip || ${device} || left(sha256, 10) || '…' as said
          from (select w.*, d.sha256, row_number() over (order by create_ts) as place from downloads w
            join documents d on d.id = w.document_id where w.order_id = ${busy}) as m where place <= 10 or place > 90`)),
        await one(sql`select left(sha256, 10) || '…: ' || original_name || ', ' || to_char(size, 'FM999,999,999') || ' bytes, SHA-256 ' ||
          sha256 as said from documents where order_id = ${busy}`),
      ],
      ofSeen,
    );
    seen.strikeAll('File (SHA-256)');
    expect({ missing: seen.missing, left: seen.unaccounted(ofSeen) }).toEqual({ missing: [], left: [] });
  });
});
