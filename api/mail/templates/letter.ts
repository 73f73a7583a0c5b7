import type { MailText } from './mailText.ts';

/** Uses one column of tables, without images, scripts or tracking. `dark: false` leaves out the dark theme. */
export function layOutMail(text: MailText, { dark = true } = {}): { html: string; text: string } {
  return { html: `${doctype}\n${letter(text, dark).source}\n`, text: asText(text) };
}

function asText({ heading, paragraphs, button, afterButton, support, links, brand }: MailText) {
  const parts = [
    heading,
    ...paragraphs,
    `${button.label}: ${button.address}`,
    ...afterButton,
    [
      ...(support ? [`Need help? Contact support: ${support}`] : []),
      ...links.map(([label, address]) => `${label}: ${address}`),
    ].join('\n'),
    `${brand.name}\n${brand.home}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | Html | readonly Html[];

/** A template tag that escapes values, except `Html`. */
const markup = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(parts.reduce((html, part, index) => html + sourceOf(values[index - 1]!) + part));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const sourceOf = (value: Value): string =>
  value instanceof Html
    ? value.source
    : typeof value === 'string'
      ? value.replace(/[&<>"']/g, (character) => entities[character]!)
      : value.map(sourceOf).join('');

/** An old doctype, because with the HTML5 doctype Outlook measures tables differently. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Repeats the theme's colours, because mail clients lack CSS variables. A test compares both. */
export const letterColors = {
  light: {
    page: '#F5F6F8',
    paper: '#FFFFFF',
    border: '#E0E5EA',
    text: '#131E28',
    muted: '#5C6975',
    link: '#0B5C79',
    button: '#0B5C79',
    onButton: '#FFFFFF',
  },
  dark: {
    page: '#0D1318',
    paper: '#141B22',
    border: '#28333D',
    text: '#E9EEF2',
    muted: '#94A1AE',
    link: '#7CCEE8',
    button: '#6CC7E4',
    onButton: '#06222D',
  },
} as const;

const { light, dark: darkColors } = letterColors;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";

/** Inline styles, because many mail clients drop style sheets. */
const styles = {
  brand: `margin:0 0 12px;padding:0 24px;color:${light.text};${font};font-size:16px;font-weight:600;line-height:24px`,
  heading: `margin:0 0 12px;color:${light.text};${font};font-size:20px;font-weight:600;line-height:28px`,
  paragraph: `margin:0 0 12px;color:${light.text};${font};font-size:16px;line-height:24px`,
  small: `margin:0;color:${light.muted};${font};font-size:14px;line-height:24px`,
  link: `color:${light.link};text-decoration:underline`,
  paper: `border:1px solid ${light.border};border-radius:10px;border-collapse:separate;background-color:${light.paper}`,
  button: `display:inline-block;margin:8px 0 20px;padding:12px 20px;border-radius:6px;background-color:${light.button};color:${light.onButton};${font};font-size:16px;font-weight:600;line-height:120%;text-decoration:none;mso-padding-alt:0px`,
};

/** Colours for a dark theme. Many mail clients drop the `body` element, so the outermost cell is coloured too. */
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.page>table>tbody>tr>td{background-color:${darkColors.page}!important}
.paper{border-color:${darkColors.border}!important;background-color:${darkColors.paper}!important}
.words{color:${darkColors.text}!important}
.small{color:${darkColors.muted}!important}
.link{color:${darkColors.link}!important}
.button{background-color:${darkColors.button}!important;color:${darkColors.onButton}!important}
}`;

const nothing = markup``;
const paragraph = (words: string) => markup`<p class="words" style="${styles.paragraph}">${words}</p>`;
const link = (label: string, address: string) =>
  markup`<a class="link" href="${address}" style="${styles.link}" target="_blank">${label}</a>`;

/** Replaces a link's padding, which Outlook ignores, with spaces that only Outlook shows. */
const outlookSpace = new Html(
  '<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->',
);

const table = new Html('align="center" border="0" cellpadding="0" cellspacing="0" role="presentation"');

const letter = (
  { subject, heading, paragraphs, button, afterButton, support, links, brand }: MailText,
  dark: boolean,
) =>
  markup`<html dir="ltr" lang="en"><head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>
<meta name="viewport" content="width=device-width,initial-scale=1"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="${dark ? 'light dark' : 'light only'}"/>
<title>${subject}</title>${dark ? new Html(`<style>${darkStyles}</style>`) : nothing}
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page}">
<table ${table} width="100%"><tbody><tr><td style="margin:0;padding:24px 12px;background-color:${light.page}">
<table ${table} width="600" style="max-width:600px;width:100%"><tbody><tr><td>
<p class="words" style="${styles.brand}">${brand.name}</p>
<table ${table} width="100%" class="paper" style="${styles.paper}"><tbody><tr><td style="padding:24px">
<h1 class="words" style="${styles.heading}">${heading}</h1>
${paragraphs.map(paragraph)}
<a class="button" href="${button.address}" style="${styles.button}" target="_blank">
${outlookSpace}<span style="mso-text-raise:9px">${button.label}</span>${outlookSpace}</a>
${afterButton.map(paragraph)}
</td></tr></tbody></table>
<div style="padding:16px 24px 0"><p class="small" style="${styles.small}">
${support ? markup`Need help? ${link('Contact support', support)}<br/>` : nothing}
${links.map(([label, address], index) => markup`${index > 0 ? ' · ' : ''}${link(label, address)}`)}
${links.length > 0 ? markup`<br/>` : nothing}${link(brand.domain, brand.home)}
</p></div>
</td></tr></tbody></table>
</td></tr></tbody></table>
</body></html>`;
