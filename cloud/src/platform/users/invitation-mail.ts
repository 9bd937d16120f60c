/** What somebody is told whom another organisation invites: where they look at it, and that nothing happens unless they accept. */
export const invitationMail = (to: string, places: readonly string[], platformUrl: string) => ({
  to,
  subject: 'You are invited at Gatehouse',
  text: `Hello,

somebody invites ${to} to work with these places at Gatehouse:

${places.map((place) => `- ${place}`).join('\n')}

They see neither your name nor anything else of you unless you accept. With a key of yours in the header x-api-key,
GET ${platformUrl}/api/users/invitations
shows what you are invited to, and
PUT ${platformUrl}/api/users/invitations/{invitationId}/accepted
accepts it. To decline, do nothing: an invitation ends after 30 days.
`,
});
