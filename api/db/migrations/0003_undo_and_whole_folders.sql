CREATE TABLE "bulk_job_portions" (
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"order_ids" text[] NOT NULL,
	CONSTRAINT "bulk_job_portions_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"work" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text NOT NULL,
	"action_id" uuid NOT NULL,
	"undoable" boolean NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_jobs_state" CHECK ("bulk_jobs"."state" in ('running', 'done', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "order_action_befores" (
	"action_id" uuid NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"process_status" text NOT NULL,
	"before_delete_status" text,
	"assigned_to" integer,
	"assigned_at" timestamp with time zone,
	"processed_by" integer,
	"completed_at" timestamp with time zone,
	CONSTRAINT "order_action_befores_action_id_order_id_pk" PRIMARY KEY("action_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_actions" (
	"action_id" uuid PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"place" bigserial NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "bulk_job_portions" ADD CONSTRAINT "bulk_job_portions_job_id_bulk_jobs_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_actions" ADD CONSTRAINT "order_actions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_jobs_running" ON "bulk_jobs" USING btree ("member_id") WHERE "bulk_jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "bulk_jobs_action" ON "bulk_jobs" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "order_actions_member" ON "order_actions" USING btree ("member_id","place");