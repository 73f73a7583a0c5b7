const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  onComplete: lendSession,
});

let lent = false;

/** Sends tried calls with the signed-in member's session. */
function lendSession() {
  const { accessToken } = JSON.parse(localStorage.getItem('user')) ?? {};
  if (accessToken) ui.preauthorizeApiKey('member', accessToken);
  else if (lent) ui.authActions.logout(['member']);
  lent = Boolean(accessToken);
}

// Another tab signed in or out.
addEventListener('storage', ({ key }) => {
  if (key === 'user' || key === null) lendSession();
});
