CREATE TABLE "mail_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mail_id" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"event_id" text NOT NULL,
	"reason" text,
	CONSTRAINT "mail_events_event_id_unique" UNIQUE("event_id"),
	CONSTRAINT "mail_events_type" CHECK ("mail_events"."type" in ('delivered', 'opened', 'bounced', 'complained'))
);
--> statement-breakpoint
CREATE TABLE "remark_snippets" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_state";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bounced_address" text;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remark_snippets" ADD CONSTRAINT "remark_snippets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_events_mail" ON "mail_events" USING btree ("mail_id","id");--> statement-breakpoint
CREATE INDEX "remark_snippets_member" ON "remark_snippets" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'cancelled', 'sent', 'failed', 'unknown', 'delivered', 'opened', 'bounced', 'complained'));--> statement-breakpoint
-- What a provider reported is evidence, as the history is.
create or replace function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
create trigger mail_events_append_only before update or delete or truncate on mail_events
  for each statement execute function refuse_history_change();
