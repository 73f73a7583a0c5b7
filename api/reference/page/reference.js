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

/** Calls that are tried go out with the session of whoever is signed in here. */
function lendSession() {
  const { accessToken } = JSON.parse(localStorage.getItem('user')) ?? {};
  if (accessToken) ui.preauthorizeApiKey('member', accessToken);
  else if (lent) ui.authActions.logout(['member']);
  lent = Boolean(accessToken);
}

// In another tab somebody signed in or out.
addEventListener('storage', ({ key }) => {
  if (key === 'user' || key === null) lendSession();
});
