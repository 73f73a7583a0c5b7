CREATE TABLE "documents" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"file1" text NOT NULL,
	"customer_name" text NOT NULL,
	"original_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"uploaded_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_file1_unique" UNIQUE("file1")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"document_id" integer NOT NULL,
	"create_ts" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"timezone" text,
	"bytes_sent" bigint DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "failed_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateways" (
	"id" serial PRIMARY KEY NOT NULL,
	"gateway_name" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gateways_gateway_name_unique" UNIQUE("gateway_name")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"member_id" integer NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"http_status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_member_id_key_pk" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"document_id" integer,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"provider" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"message_id" text,
	"asked_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"call_begun_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('approval', 'refund', 'invoice')),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sent', 'failed', 'delivered', 'bounced', 'unknown')),
	CONSTRAINT "mails_provider" CHECK ("mails"."provider" in ('AWS', 'Sendgrid'))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "members_role" CHECK ("members"."role" in ('Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'))
);
--> statement-breakpoint
CREATE TABLE "order_count_deltas" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"process_status" text NOT NULL,
	"assigned_to" integer NOT NULL,
	"created_day" date NOT NULL,
	"processing_date" date,
	"n" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_counts" (
	"process_status" text NOT NULL,
	"assigned_to" integer NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "order_counts_process_status_assigned_to_pk" PRIMARY KEY("process_status","assigned_to")
);
--> statement-breakpoint
CREATE TABLE "order_day_counts" (
	"day_of" text NOT NULL,
	"process_status" text NOT NULL,
	"assigned_to" integer NOT NULL,
	"day" date NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "order_day_counts_day_of_process_status_assigned_to_day_pk" PRIMARY KEY("day_of","process_status","assigned_to","day"),
	CONSTRAINT "order_day_counts_by_day" UNIQUE("day_of","day","process_status","assigned_to")
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"member_id" integer,
	"action_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"from" text,
	"to" text,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"process_status" text NOT NULL,
	"before_delete_status" text,
	"assigned_to" integer,
	"assigned_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"contact_email_address" text,
	"confirm_email" text,
	"phone_number" text,
	"country_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refund_date" date,
	"processing_date" date,
	"processing_mode" text NOT NULL,
	"landing_domain" text,
	"transaction_id" text,
	"merchant_name" text,
	"paid_at" timestamp with time zone,
	"amount" numeric(12, 2),
	"currency" text,
	"order_ip" text,
	"order_user_agent" text,
	"processed_by" integer,
	"completed_at" timestamp with time zone,
	"arrived_as_future" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"declaration" jsonb NOT NULL,
	CONSTRAINT "orders_id" CHECK ("orders"."order_id" ~ '^[0-9]{6,18}$'),
	CONSTRAINT "orders_status" CHECK ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'Completed Refunds', 'Deleted', 'ChargeBack')),
	CONSTRAINT "orders_before_delete" CHECK (("orders"."process_status" = 'Deleted') = ("orders"."before_delete_status" is not null)),
	CONSTRAINT "orders_processing_mode" CHECK ("orders"."processing_mode" in ('standard', 'priority')),
	CONSTRAINT "orders_assigned" CHECK (("orders"."assigned_to" is null) = ("orders"."assigned_at" is null)),
	CONSTRAINT "orders_future_date" CHECK ("orders"."process_status" <> 'Future' or "orders"."processing_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"member_id" integer,
	"remark" text NOT NULL,
	"whatsapp" text DEFAULT '' NOT NULL,
	"telephone" text DEFAULT '' NOT NULL,
	"status_refund" text DEFAULT '' NOT NULL,
	"voided" text DEFAULT '' NOT NULL,
	"chargeback" text DEFAULT '' NOT NULL,
	"report_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "remarks_flags" CHECK ("remarks"."whatsapp" in ('Y', '') and "remarks"."telephone" in ('Y', '') and "remarks"."status_refund" in ('Y', '')
        and "remarks"."voided" in ('Y', '') and "remarks"."chargeback" in ('Y', '') and "remarks"."report_error" in ('Y', ''))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_members_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_assigned_to_members_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_processed_by_members_id_fk" FOREIGN KEY ("processed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "downloads_order" ON "downloads" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "failed_attempts_address" ON "failed_attempts" USING btree ("scope","address","at");--> statement-breakpoint
CREATE INDEX "failed_attempts_subject" ON "failed_attempts" USING btree ("scope","subject","at");--> statement-breakpoint
CREATE UNIQUE INDEX "gateways_active" ON "gateways" USING btree ("is_active") WHERE "gateways"."is_active";--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "mails_message" ON "mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("id") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "members_name" ON "members" USING btree ("name") WHERE "members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email")) WHERE "members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "order_history_order" ON "order_history" USING btree ("order_id","version");--> statement-breakpoint
CREATE INDEX "order_history_action" ON "order_history" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("process_status","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("process_status","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "orders"."assigned_to" is null;--> statement-breakpoint
CREATE INDEX "orders_mine" ON "orders" USING btree ("assigned_to","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');--> statement-breakpoint
CREATE INDEX "orders_refunds" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "orders"."process_status" in ('Refunds', 'Completed Refunds');--> statement-breakpoint
CREATE INDEX "orders_all" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "orders"."process_status" <> 'Deleted';--> statement-breakpoint
CREATE INDEX "orders_future" ON "orders" USING btree ("processing_date","order_id") WHERE "orders"."process_status" = 'Future';--> statement-breakpoint
CREATE INDEX "remarks_order" ON "remarks" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");