-- The recipients of a campaign by what became of them. As an expression, because SQLite would otherwise take the primary key,
-- and walk all lines of the campaign. It takes the place of the index for those who were passed over.
CREATE INDEX campaign_recipients_by_state ON campaign_recipients ((campaign + 0), state, subscriber);
DROP INDEX campaign_recipients_passed_over;
