import type { MailText } from './mailText.ts';

/** Lays a mail out as HTML and as plain text. Calm, one column, no picture, no script, nothing that tracks. */
export function layOutMail(text: MailText): { html: string; text: string } {
  return { html: asHtml(text), text: asText(text) };
}

function asText({ heading, paragraphs, button, afterButton, support, links }: MailText) {
  const parts = [
    heading,
    ...paragraphs,
    `${button.label}: ${button.address}`,
    ...afterButton,
    [`Need help? Contact support: ${support}`, ...links.map(([label, address]) => `${label}: ${address}`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Styles stand on each element, since mail programs drop style sheets. The colours are those of the light theme. */
function asHtml({ subject, heading, paragraphs, button, afterButton, support, links }: MailText) {
  const paragraph = (words: string) => `<p style="margin:0 0 12px">${escaped(words)}</p>`;
  const link = (label: string, address: string) =>
    `<a href="${escaped(address)}" style="color:#0B5C79;text-decoration:underline">${escaped(label)}</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#fff">
<div style="max-width:600px;padding:24px;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;color:#1b2730">
<h1 style="margin:0 0 12px;font-size:20px;line-height:28px">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
<p style="margin:20px 0"><a href="${escaped(button.address)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0B5C79;color:#fff;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>
${afterButton.map(paragraph).join('\n')}
<p style="margin:20px 0 0;padding-top:14px;border-top:1px solid #E0E5EA;font-size:14px;line-height:22px;color:#5C6975">Need help? ${link('Contact support', support)}<br>
${links.map(([label, address]) => link(label, address)).join(' · ')}</p>
</div>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (words: string) => words.replace(/[&<>"']/g, (character) => entities[character]!);
