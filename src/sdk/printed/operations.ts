// Printed by `npm run pins` from the catalogue.
/** Operations by resource: a line with its name, then one line per method with name, HTTP method, path and flags. */
export const operations: string = `emails
send POST /emails in
batch POST /emails/batch in option=validation:x-batch-validation
sendTest POST /emails/test in
list GET /emails in list=id
get GET /emails/{} in
source GET /emails/{}/source as=bytes
attachment GET /emails/{}/attachments/{} as=bytes
metrics GET /emails/metrics in
wait GET /emails/wait in
retry POST /emails/{}/retry
release POST /emails/release in
delete POST /emails/delete in
verify POST /emails/verify in
verify
address POST /verify in
addresses POST /verify/batch in
content POST /verify/content in
subscribers
upsert POST /subscribers in
list GET /subscribers in list=id
get GET /subscribers/{}
update PATCH /subscribers/{} in
unsubscribe POST /subscribers/{}/unsubscribe in
addTags POST /subscribers/{}/tags in
removeTags DELETE /subscribers/{}/tags in
events GET /subscribers/{}/events in list=id
saveMany POST /subscribers/batch in
erase DELETE /subscribers/{}
runs GET /subscribers/{}/runs in list=id
events
track POST /events in
exports
csv POST /exports in
subscriber POST /subscribers/{}/export
organization POST /exports/organization
downloadSubscribers GET /exports/subscribers.csv in as=stream
downloadEmails GET /exports/emails.csv in as=stream
downloadEvents GET /exports/events.csv in as=stream
downloadSuppressions GET /exports/suppressions.csv in as=stream
downloadRecipients GET /exports/recipients.csv in as=stream
downloadOrganization GET /exports/organization.zip as=stream
downloadSubscriber GET /subscribers/{}/export as=stream
tags
list GET /tags in list=id
create POST /tags in
get GET /tags/{}
update PATCH /tags/{} in
delete DELETE /tags/{}
apply POST /tags/{}/apply in
imports
create POST /imports in
addPart POST /imports/{}/parts/{} in=bytes
get GET /imports/{} in
list GET /imports in list=id
errors GET /imports/{}/errors as=text
cancel POST /imports/{}/cancel
segments
list GET /segments in list=id
create POST /segments in
get GET /segments/{}
update PATCH /segments/{} in
delete DELETE /segments/{}
campaigns
create POST /campaigns in
list GET /campaigns in list=id
get GET /campaigns/{}
update PATCH /campaigns/{} in
preview GET /campaigns/{}/preview in
audience GET /campaigns/{}/audience in
test POST /campaigns/{}/test in
send POST /campaigns/{}/send in
cancel POST /campaigns/{}/cancel
reschedule POST /campaigns/{}/reschedule in
pause POST /campaigns/{}/pause
resume POST /campaigns/{}/resume
end POST /campaigns/{}/end
redirectLink POST /campaigns/{}/redirect-link in
archive POST /campaigns/{}/archive
restore POST /campaigns/{}/restore
recipients GET /campaigns/{}/recipients in list=subscriberId
report GET /campaigns/{}/report
delete DELETE /campaigns/{}
duplicate POST /campaigns/{}/duplicate
templates
list GET /templates in list=id
create POST /templates in
get GET /templates/{} in
update PATCH /templates/{} in
publish POST /templates/{}/publish
preview POST /templates/{}/preview in
send POST /templates/{}/send in
sendBatch POST /templates/{}/send/batch in option=validation:x-batch-validation
delete DELETE /templates/{}
domains
add POST /domains in
list GET /domains in list=id
get GET /domains/{}
update PATCH /domains/{} in
verify POST /domains/{}/verify
rotateDkim POST /domains/{}/rotate-dkim
remove DELETE /domains/{}
suppressions
add POST /suppressions in
list GET /suppressions in list=id
get GET /suppressions/{}
remove DELETE /suppressions/{} in
addMany POST /suppressions/batch/add in
removeMany POST /suppressions/batch/remove in
import POST /suppressions/import in
export GET /suppressions/export in
workflows
create POST /workflows in
update PATCH /workflows/{} in
dryRun POST /workflows/{}/simulate in
activate POST /workflows/{}/activate in
pause POST /workflows/{}/pause
list GET /workflows in list=id
get GET /workflows/{} in
trigger POST /workflows/{}/trigger in
archive POST /workflows/{}/archive in
delete DELETE /workflows/{}
runs
list GET /workflows/{}/runs in list=id
get GET /workflows/{}/runs/{}
cancel POST /workflows/{}/runs/cancel in
retry POST /workflows/{}/runs/retry in
webhooks
create POST /webhooks in
update PATCH /webhooks/{} in
list GET /webhooks in list=id
deliveries GET /webhooks/{}/events in list=id
replay POST /webhooks/{}/replay in
test POST /webhooks/{}/test
get GET /webhooks/{}
delete DELETE /webhooks/{}
rotateSecret POST /webhooks/{}/rotate-secret
samples GET /webhooks/samples
event GET /webhooks/{}/events/{}
integrations
create POST /integrations in
list GET /integrations in list=id
get GET /integrations/{}
update PATCH /integrations/{} in
delete DELETE /integrations/{}
events GET /integrations/{}/events in list=id
replay POST /integrations/{}/replay in
approvals
list GET /approvals in list=id
get GET /approvals/{}
wait GET /approvals/{}/wait in
tokens
create POST /tokens in
list GET /tokens in list=id
get GET /tokens/{}
update PATCH /tokens/{} in
rotate POST /tokens/{}/rotate
revoke DELETE /tokens/{}
grants
list GET /grants in list=id
revoke DELETE /grants/{}
organization
get GET /organization
update PATCH /organization in
pauseSending POST /organization/pause-sending in
resumeSending POST /organization/resume-sending
setup
check GET /setup
auditLog
list GET /audit-log in list=id
tools
list GET /tools in list=name
get GET /tools/{}
run POST /tools/{} in`;
