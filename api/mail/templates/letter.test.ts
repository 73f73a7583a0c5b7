import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mailKinds } from 'shared/api/orderDetails';
import { layOutMail, letterColors } from './letter.ts';
import { mailText } from './mailText.ts';

const about = { publicUrl: 'https://track.example.com', attached: true };
const order = { orderId: '100471', firstName: 'Siobhán', landingDomain: 'arrival-card.example.net', refund: null };
const letter = (kind: (typeof mailKinds)[number], firstName = order.firstName) =>
  layOutMail(mailText(kind, { ...order, firstName }, about));

test.each(mailKinds)('%s: HTML and text have the same words and links', (kind) => {
  const { html, text } = letter(kind);
  const { subject, heading, paragraphs, button, afterButton, links, support, brand } = mailText(kind, order, about);
  for (const part of [html, text]) {
    for (const words of [heading, ...paragraphs, button.label, ...afterButton, brand.name])
      expect(part).toContain(words);
    for (const address of [button.address, support, brand.home, ...links.map(([, to]) => to)])
      expect(part).toContain(address);
  }
  expect(html).toContain(`<title>${subject}</title>`);
});

/** Mails that do not contain the customer's name. */
const nameless = ['question', 'reply'];

test.each(mailKinds)('%s: markup in a name is escaped', (kind) => {
  const { html } = letter(kind, '<img src=x onerror="alert(1)">&amp;');
  const hello = 'Hello &lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;,';
  expect(html.includes(hello)).toBe(!nameless.includes(kind));
  expect(html).not.toMatch(/<img|<script/);
});

test.each(mailKinds)('%s: nothing is loaded, and nobody is tracked', (kind) => {
  const { html } = letter(kind);
  expect(html).not.toMatch(/\bsrc=|url\(|@import|<link|<script|<img/);
});

test('the column is 600 px wide in Outlook, which lacks max-width, and at most that elsewhere', () => {
  expect(letter('approval').html).toMatch(/<table[^>]* width="600"[^>]*style="[^"]*max-width:600px;width:100%/);
});

test('follows a dark theme, unless laid out for white paper', () => {
  const dark = '@media (prefers-color-scheme:dark)';
  expect(letter('approval').html).toContain(dark);
  const onWhite = layOutMail(mailText('approval', order, about), { dark: false }).html;
  expect(onWhite).not.toContain(dark);
  expect(onWhite).toContain('<meta name="color-scheme" content="light only"/>');
});

test('has the theme’s colours', () => {
  const file = path.resolve(import.meta.dirname, '../../../shared/kit/theme/tokens.json');
  const { colorSchemes } = (JSON.parse(readFileSync(file, 'utf8')) as { mui: { colorSchemes: ThemeSchemes } }).mui;
  for (const scheme of ['light', 'dark'] as const) {
    const { background, border, text, muted, link, primary } = colorSchemes[scheme].palette;
    expect(letterColors[scheme]).toEqual({
      page: background.default,
      paper: background.paper,
      border,
      text: text.primary,
      muted,
      link,
      button: primary.main,
      onButton: primary.contrastText,
    });
  }
});

type ThemeSchemes = Record<
  'light' | 'dark',
  {
    palette: {
      background: { default: string; paper: string };
      border: string;
      text: { primary: string };
      muted: string;
      link: string;
      primary: { main: string; contrastText: string };
    };
  }
>;
