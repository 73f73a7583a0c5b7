import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailText } from './mailText.ts';
import { Letter } from './templates/Letter.ts';

/**
 * Lays a mail out as HTML and as plain text. `dark: false` leaves out its dark theme: staff look at every mail on white
 * paper.
 */
export function layOutMail(text: MailText, { dark = true } = {}): { html: string; text: string } {
  return { html: asHtml(text, dark), text: asText(text) };
}

/** Of HTML 4 as mail programs know it: with the doctype of HTML 5 Outlook measures tables by its own rules. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const asHtml = (text: MailText, dark: boolean) =>
  `${doctype}\n${renderToStaticMarkup(createElement(Letter, { text, dark }))}\n`;

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
