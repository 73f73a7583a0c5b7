CREATE TABLE "departures" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"deleted_by" integer NOT NULL,
	"action_id" uuid NOT NULL,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"mail_id" integer NOT NULL,
	"token_digest" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "password_links_mail_id_unique" UNIQUE("mail_id"),
	CONSTRAINT "password_links_token_digest_unique" UNIQUE("token_digest"),
	CONSTRAINT "password_links_sent" CHECK (("password_links"."token_digest" is null) = ("password_links"."expires_at" is null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "member_id" integer;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_deleted_by_members_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "departures_due" ON "departures" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order" CHECK (("mails"."kind" = 'password') = ("mails"."order_id" is null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_member" CHECK (("mails"."member_id" is null) = ("mails"."order_id" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('approval', 'refund', 'invoice', 'password'));