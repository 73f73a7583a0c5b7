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

/** Calls from this page use the session of the signed-in member. */
function lendSession() {
  const { accessToken } = JSON.parse(localStorage.getItem('user')) ?? {};
  if (accessToken) ui.preauthorizeApiKey('member', accessToken);
  else if (lent) ui.authActions.logout(['member']);
  lent = Boolean(accessToken);
}

// `storage` fires when another tab signs in or out.
addEventListener('storage', ({ key }) => {
  if (key === 'user' || key === null) lendSession();
});
