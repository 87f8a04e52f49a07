BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
CREATE TABLE analyses (
	id TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	trace_id TEXT NOT NULL, 
	contract_name TEXT NOT NULL, 
	contract_version INTEGER, 
	contract_hash TEXT NOT NULL, 
	roles TEXT NOT NULL, 
	roles_hash TEXT NOT NULL, 
	priors TEXT NOT NULL, 
	priors_hash TEXT NOT NULL, 
	encoder TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	binding TEXT NOT NULL, 
	inputs TEXT NOT NULL, 
	method TEXT NOT NULL, 
	earliest_fact TEXT, 
	earliest_recipient TEXT, 
	boundary_count INTEGER NOT NULL, 
	review_count INTEGER NOT NULL, 
	statuses TEXT NOT NULL, 
	author TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(trace_id) REFERENCES traces (id), 
	UNIQUE (digest)
);
INSERT INTO "analyses" VALUES('a21b207aa62e','a21b207aa62e7534b59ca492ade554958e89e7c39780e8293322c0119d339f35','27b26d4e6fe2','quote',1,'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','sales@1','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','published','pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp','test/1','{"tau":0.35,"mode":null}','{"parties":{"Collector":"Collector"}}','{"trace_digest":"27b26d4e6fe2e0fc6c47c6befb31eadef1c737f0c77704f33807245d11bd9def","contract":"quote@1","contract_hash":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","roles":"sales@1","roles_hash":"rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr","priors":"published","priors_hash":"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp","encoder":"test/1","settings":{"tau":0.35,"mode":null},"binding":{"parties":{"Collector":"Collector"}},"method":"1"}','1','budget','Copywriter',4,4,'{"late":1}','Ann','2026-11-30T11:24:47.856984+00:00');
CREATE TABLE analysis_runs (
	number INTEGER NOT NULL, 
	analysis_id TEXT NOT NULL, 
	author TEXT NOT NULL, 
	at TEXT NOT NULL, 
	timings TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id)
);
INSERT INTO "analysis_runs" VALUES(1,'a21b207aa62e','Ann','2026-11-30T11:24:47.856984+00:00','{"replay":0.5}');
CREATE TABLE boundary_reports (
	analysis_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	sender TEXT NOT NULL, 
	recipients TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	decision TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	review_reasons TEXT NOT NULL, 
	original_hash TEXT NOT NULL, 
	released_hash TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	frontier_count INTEGER NOT NULL, 
	critical_gaps INTEGER NOT NULL, 
	risk INTEGER NOT NULL, 
	energy FLOAT, 
	drift_flagged BOOLEAN NOT NULL, 
	needs_review BOOLEAN NOT NULL, 
	payload TEXT NOT NULL, 
	PRIMARY KEY (analysis_id, seq), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id), 
	FOREIGN KEY(original_hash) REFERENCES texts (hash), 
	FOREIGN KEY(released_hash) REFERENCES texts (hash)
);
INSERT INTO "boundary_reports" VALUES('a21b207aa62e',1,0,'Collector','["Copywriter"]','message','FORWARD','Nothing was admitted.','["A fact is missing."]','2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783','2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783','27c54ea1c3bc17f8a5f0cc451bd6c2927cfbec9b0cd47f748d33c533e25a2322',1,1,4,0.25,0,1,'{"seq":1,"sender":"Collector","recipients":["Copywriter"],"kind":"message","decision":"FORWARD","reason":"Nothing was admitted.","frontiers":[{"fact":"budget","recipient":"Copywriter","status":"absent","boundary_seq":1,"due_seq":1,"side":"recipient","critical":true,"unsure":false,"contradicted":false,"retrievable":true,"partial":false,"other_value":"","reason":"","evidence":[{"seq":1,"role":"retrievable","span":[0,3],"reason":"in a tool result","confidence":0.9,"inferred":false}]}],"candidates":[{"repair":"RETRIEVE","admission":{"repair":"RETRIEVE","frontier":"absent","admitted":false,"reason":"No statistics for this model.","code":"no-priors","segment":"","is_aggregate":false,"priors_name":"","priors_model":"","priors_hash":"","episodes":0,"helped":0,"neutral":0,"harmed":0,"utility":null,"utility_terms":[0.1,-0.2,0.0,-0.25],"help_interval":{"low":0.1,"high":0.30000000000000004},"harm_interval":null,"confirmed_other_model":false},"proposal":{"repair":"RETRIEVE","text":"4131a4fc6fe84721cf4e4d9a8f4e08b9a3387a0a0d2abe4c2c0220334c775f3f","question":"","addressee":"","source_seq":1,"inserted":"Budget: 45 000 USD.","postconditions":[{"name":"fact carried","holds":true,"detail":""}],"needs":"","note":""},"refused":""},{"repair":"ASK","admission":null,"proposal":null,"refused":"x"}],"chosen":null,"changes":[{"fact":"budget","recipient":"Copywriter","seq":1,"status":"absent","unsure":false,"contradicted":false,"other_value":"","retrievable":true,"partial":false,"due_seq":1,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}],"reason":"Sent to nobody."}],"drift":{"role":"Collector","encoder":"test/1","terms":{"out":0.1,"leak":0.05,"ling":0.1,"logic":0.0},"energy":0.25,"acts":{"QUESTION":0.75},"clauses":[{"start":0,"end":4,"acts":{"ASSERT":1.0}}],"broken":[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}],"unchecked":[],"nearest_role":null,"vector":[],"target":[]},"no_drift_reason":"","cumulative_drift":{"Collector":0.25},"drift_flagged":false,"needs_review":true,"review_reasons":["A fact is missing."]}');
INSERT INTO "boundary_reports" VALUES('a21b207aa62e',2,1,'Copywriter','[]','output','FORWARD','Nothing was admitted.','["A fact is missing."]','923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47','923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47','670ca2387fafac9f553020dd0db0b092195fa36ee2807ecbfcd8ee418c7b52a2',1,1,4,0.25,0,1,'{"seq":2,"sender":"Copywriter","recipients":[],"kind":"output","decision":"FORWARD","reason":"Nothing was admitted.","frontiers":[{"fact":"budget","recipient":"Copywriter","status":"absent","boundary_seq":2,"due_seq":2,"side":"recipient","critical":true,"unsure":false,"contradicted":false,"retrievable":true,"partial":false,"other_value":"","reason":"","evidence":[{"seq":1,"role":"retrievable","span":[0,3],"reason":"in a tool result","confidence":0.9,"inferred":false}]}],"candidates":[{"repair":"RETRIEVE","admission":{"repair":"RETRIEVE","frontier":"absent","admitted":false,"reason":"No statistics for this model.","code":"no-priors","segment":"","is_aggregate":false,"priors_name":"","priors_model":"","priors_hash":"","episodes":0,"helped":0,"neutral":0,"harmed":0,"utility":null,"utility_terms":[0.1,-0.2,0.0,-0.25],"help_interval":{"low":0.1,"high":0.30000000000000004},"harm_interval":null,"confirmed_other_model":false},"proposal":{"repair":"RETRIEVE","text":"4a4eb48d0cb0f3871a1aea12d8d3f89f3162c6ca033a1c9008ea010fa7c346ab","question":"","addressee":"","source_seq":1,"inserted":"Budget: 45 000 USD.","postconditions":[{"name":"fact carried","holds":true,"detail":""}],"needs":"","note":""},"refused":""},{"repair":"ASK","admission":null,"proposal":null,"refused":"x"}],"chosen":null,"changes":[{"fact":"budget","recipient":"Copywriter","seq":2,"status":"absent","unsure":false,"contradicted":false,"other_value":"","retrievable":true,"partial":false,"due_seq":2,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}],"reason":"Sent to nobody."}],"drift":{"role":"Collector","encoder":"test/1","terms":{"out":0.1,"leak":0.05,"ling":0.1,"logic":0.0},"energy":0.25,"acts":{"QUESTION":0.75},"clauses":[{"start":0,"end":4,"acts":{"ASSERT":1.0}}],"broken":[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}],"unchecked":[],"nearest_role":null,"vector":[],"target":[]},"no_drift_reason":"","cumulative_drift":{"Collector":0.25},"drift_flagged":false,"needs_review":true,"review_reasons":["A fact is missing."]}');
INSERT INTO "boundary_reports" VALUES('a21b207aa62e',3,2,'Collector','["Copywriter"]','message','FORWARD','Nothing was admitted.','["A fact is missing."]','d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e','d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e','0c15591086eda357ad5a7d1816ceb035df4055942394e391897d1eb0a1dc63d7',1,1,4,0.25,0,1,'{"seq":3,"sender":"Collector","recipients":["Copywriter"],"kind":"message","decision":"FORWARD","reason":"Nothing was admitted.","frontiers":[{"fact":"budget","recipient":"Copywriter","status":"absent","boundary_seq":3,"due_seq":3,"side":"recipient","critical":true,"unsure":false,"contradicted":false,"retrievable":true,"partial":false,"other_value":"","reason":"","evidence":[{"seq":1,"role":"retrievable","span":[0,3],"reason":"in a tool result","confidence":0.9,"inferred":false}]}],"candidates":[{"repair":"RETRIEVE","admission":{"repair":"RETRIEVE","frontier":"absent","admitted":false,"reason":"No statistics for this model.","code":"no-priors","segment":"","is_aggregate":false,"priors_name":"","priors_model":"","priors_hash":"","episodes":0,"helped":0,"neutral":0,"harmed":0,"utility":null,"utility_terms":[0.1,-0.2,0.0,-0.25],"help_interval":{"low":0.1,"high":0.30000000000000004},"harm_interval":null,"confirmed_other_model":false},"proposal":{"repair":"RETRIEVE","text":"ab424e415a4f33589e33ba91d524756cb181db3e700f61dc7118905695b8c813","question":"","addressee":"","source_seq":1,"inserted":"Budget: 45 000 USD.","postconditions":[{"name":"fact carried","holds":true,"detail":""}],"needs":"","note":""},"refused":""},{"repair":"ASK","admission":null,"proposal":null,"refused":"x"}],"chosen":null,"changes":[{"fact":"budget","recipient":"Copywriter","seq":3,"status":"absent","unsure":false,"contradicted":false,"other_value":"","retrievable":true,"partial":false,"due_seq":3,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}],"reason":"Sent to nobody."}],"drift":{"role":"Collector","encoder":"test/1","terms":{"out":0.1,"leak":0.05,"ling":0.1,"logic":0.0},"energy":0.25,"acts":{"QUESTION":0.75},"clauses":[{"start":0,"end":4,"acts":{"ASSERT":1.0}}],"broken":[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}],"unchecked":[],"nearest_role":null,"vector":[],"target":[]},"no_drift_reason":"","cumulative_drift":{"Collector":0.25},"drift_flagged":false,"needs_review":true,"review_reasons":["A fact is missing."]}');
INSERT INTO "boundary_reports" VALUES('a21b207aa62e',4,3,'Copywriter','[]','output','FORWARD','Nothing was admitted.','["A fact is missing."]','4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871','4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871','4e2666e4c4a960b6baebd7906f3574ef8db37d4976355d4a77ae0f69c2760bf8',1,1,4,0.25,0,1,'{"seq":4,"sender":"Copywriter","recipients":[],"kind":"output","decision":"FORWARD","reason":"Nothing was admitted.","frontiers":[{"fact":"budget","recipient":"Copywriter","status":"absent","boundary_seq":4,"due_seq":4,"side":"recipient","critical":true,"unsure":false,"contradicted":false,"retrievable":true,"partial":false,"other_value":"","reason":"","evidence":[{"seq":1,"role":"retrievable","span":[0,3],"reason":"in a tool result","confidence":0.9,"inferred":false}]}],"candidates":[{"repair":"RETRIEVE","admission":{"repair":"RETRIEVE","frontier":"absent","admitted":false,"reason":"No statistics for this model.","code":"no-priors","segment":"","is_aggregate":false,"priors_name":"","priors_model":"","priors_hash":"","episodes":0,"helped":0,"neutral":0,"harmed":0,"utility":null,"utility_terms":[0.1,-0.2,0.0,-0.25],"help_interval":{"low":0.1,"high":0.30000000000000004},"harm_interval":null,"confirmed_other_model":false},"proposal":{"repair":"RETRIEVE","text":"ac5c7d19014f7a1c41b25087535ae134ad5386a71556d6a6b7ace5dbfdb63786","question":"","addressee":"","source_seq":1,"inserted":"Budget: 45 000 USD.","postconditions":[{"name":"fact carried","holds":true,"detail":""}],"needs":"","note":""},"refused":""},{"repair":"ASK","admission":null,"proposal":null,"refused":"x"}],"chosen":null,"changes":[{"fact":"budget","recipient":"Copywriter","seq":4,"status":"absent","unsure":false,"contradicted":false,"other_value":"","retrievable":true,"partial":false,"due_seq":4,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}],"reason":"Sent to nobody."}],"drift":{"role":"Collector","encoder":"test/1","terms":{"out":0.1,"leak":0.05,"ling":0.1,"logic":0.0},"energy":0.25,"acts":{"QUESTION":0.75},"clauses":[{"start":0,"end":4,"acts":{"ASSERT":1.0}}],"broken":[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}],"unchecked":[],"nearest_role":null,"vector":[],"target":[]},"no_drift_reason":"","cumulative_drift":{"Collector":0.25},"drift_flagged":false,"needs_review":true,"review_reasons":["A fact is missing."]}');
CREATE TABLE documents (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	hash TEXT NOT NULL, 
	text TEXT NOT NULL, 
	data TEXT NOT NULL, 
	description TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	author TEXT NOT NULL, 
	saved_at TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (kind, name, version)
);
INSERT INTO "documents" VALUES(1,'contract','quote',1,'110a89bfc8705d44a4df1ee81cf1e435f74da1d3b38d52e6e1e33c44fdb32eda','apiVersion: baton/v1
kind: FactContract
# Why this contract exists.
name: quote
version: 1
description: What a quote can''t do without.
parties: [Collector, Copywriter]
facts:
  - id: budget
    statement: The budget is at most 45 000 USD.
    kind: limit
    owner: Collector
    recipients: [Copywriter]
','{"apiVersion":"baton/v1","kind":"FactContract","name":"quote","version":1,"description":"What a quote can''t do without.","parties":["Collector","Copywriter"],"facts":[{"id":"budget","statement":"The budget is at most 45 000 USD.","kind":"limit","owner":"Collector","recipients":["Copywriter"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]}]}','What a quote can''t do without.',1,'Ann','2026-11-30T11:24:47.870672+00:00');
INSERT INTO "documents" VALUES(2,'role set','sales',1,'19055ebc3d5420729356765c239f7457b53b82ba986c62601db09814970651aa','apiVersion: baton/v1
kind: RoleSet
name: sales
version: 1
roles:
  - name: Collector
    description: Asks the customer what is needed.
','{"apiVersion":"baton/v1","kind":"RoleSet","name":"sales","version":1,"description":"","roles":[{"name":"Collector","description":"Asks the customer what is needed.","allowed_speech_acts":[],"obligations":[],"prohibitions":[],"demonstrations":[],"drift_examples":[],"basis_rank":16}]}','',1,'Ann','2026-11-30T11:24:47.873356+00:00');
CREATE TABLE events (
	trace_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	sender TEXT NOT NULL, 
	recipients TEXT NOT NULL, 
	text_hash TEXT NOT NULL, 
	tool TEXT, 
	call_id TEXT, 
	at TEXT, 
	recipients_from TEXT NOT NULL, 
	kind_from TEXT NOT NULL, 
	rule TEXT NOT NULL, 
	broadcast BOOLEAN NOT NULL, 
	tokens INTEGER, 
	source_place TEXT NOT NULL, 
	meta TEXT NOT NULL, 
	PRIMARY KEY (trace_id, seq), 
	FOREIGN KEY(text_hash) REFERENCES texts (hash), 
	FOREIGN KEY(trace_id) REFERENCES traces (id)
);
INSERT INTO "events" VALUES('27b26d4e6fe2',1,'message','Collector','["Copywriter"]','2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783',NULL,NULL,NULL,'recorded','recorded','',0,NULL,'$.events[0]','{}');
INSERT INTO "events" VALUES('27b26d4e6fe2',2,'output','Copywriter','[]','923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47',NULL,NULL,'2026-05-04T03:02:01.000001+00:00','recorded','inferred','last message',0,1,'$.events[1]','{"cost":0.1,"tags":["a",{"b":null}]}');
INSERT INTO "events" VALUES('27b26d4e6fe2',3,'message','Collector','["Copywriter"]','d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e',NULL,NULL,NULL,'recorded','recorded','',0,2,'$.events[2]','{"cost":0.2,"tags":["a",{"b":null}]}');
INSERT INTO "events" VALUES('27b26d4e6fe2',4,'output','Copywriter','[]','4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871',NULL,NULL,'2026-05-04T03:02:01.000003+00:00','recorded','inferred','last message',0,3,'$.events[3]','{"cost":0.30000000000000004,"tags":["a",{"b":null}]}');
CREATE TABLE frontiers (
	analysis_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	fact TEXT NOT NULL, 
	recipient TEXT NOT NULL, 
	status TEXT NOT NULL, 
	side TEXT NOT NULL, 
	critical BOOLEAN NOT NULL, 
	unsure BOOLEAN NOT NULL, 
	contradicted BOOLEAN NOT NULL, 
	retrievable BOOLEAN NOT NULL, 
	partial BOOLEAN NOT NULL, 
	due_seq INTEGER NOT NULL, 
	PRIMARY KEY (analysis_id, seq, position), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id)
);
INSERT INTO "frontiers" VALUES('a21b207aa62e',1,0,'budget','Copywriter','absent','recipient',1,0,0,1,0,1);
INSERT INTO "frontiers" VALUES('a21b207aa62e',2,0,'budget','Copywriter','absent','recipient',1,0,0,1,0,2);
INSERT INTO "frontiers" VALUES('a21b207aa62e',3,0,'budget','Copywriter','absent','recipient',1,0,0,1,0,3);
INSERT INTO "frontiers" VALUES('a21b207aa62e',4,0,'budget','Copywriter','absent','recipient',1,0,0,1,0,4);
CREATE TABLE gate_decisions (
	analysis_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	repair TEXT NOT NULL, 
	frontier TEXT, 
	admitted BOOLEAN NOT NULL, 
	chosen BOOLEAN NOT NULL, 
	code TEXT, 
	segment TEXT NOT NULL, 
	utility FLOAT, 
	episodes INTEGER, 
	helped INTEGER, 
	neutral INTEGER, 
	harmed INTEGER, 
	priors_hash TEXT NOT NULL, 
	refused TEXT NOT NULL, 
	text_hash TEXT, 
	PRIMARY KEY (analysis_id, seq, position), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id), 
	FOREIGN KEY(text_hash) REFERENCES texts (hash)
);
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',1,0,'RETRIEVE','absent',0,0,'no-priors','',NULL,0,0,0,0,'','','4131a4fc6fe84721cf4e4d9a8f4e08b9a3387a0a0d2abe4c2c0220334c775f3f');
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',1,1,'ASK',NULL,0,0,NULL,'',NULL,NULL,NULL,NULL,NULL,'','x',NULL);
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',2,0,'RETRIEVE','absent',0,0,'no-priors','',NULL,0,0,0,0,'','','4a4eb48d0cb0f3871a1aea12d8d3f89f3162c6ca033a1c9008ea010fa7c346ab');
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',2,1,'ASK',NULL,0,0,NULL,'',NULL,NULL,NULL,NULL,NULL,'','x',NULL);
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',3,0,'RETRIEVE','absent',0,0,'no-priors','',NULL,0,0,0,0,'','','ab424e415a4f33589e33ba91d524756cb181db3e700f61dc7118905695b8c813');
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',3,1,'ASK',NULL,0,0,NULL,'',NULL,NULL,NULL,NULL,NULL,'','x',NULL);
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',4,0,'RETRIEVE','absent',0,0,'no-priors','',NULL,0,0,0,0,'','','ac5c7d19014f7a1c41b25087535ae134ad5386a71556d6a6b7ace5dbfdb63786');
INSERT INTO "gate_decisions" VALUES('a21b207aa62e',4,1,'ASK',NULL,0,0,NULL,'',NULL,NULL,NULL,NULL,NULL,'','x',NULL);
CREATE TABLE guard_records (
	run_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	at TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (run_id, seq), 
	FOREIGN KEY(run_id) REFERENCES guard_runs (id)
);
INSERT INTO "guard_records" VALUES('9ae8adf79783',1,'opened','2026-11-30T17:56:07.142570+00:00','{"name":"Guarded, kept","task":"","approval":"always","contract":{"apiVersion":"baton/v1","kind":"FactContract","name":"test","version":1,"description":"","parties":[],"facts":[{"id":"budget","statement":"budget is 45,000","kind":"value","owner":"Collector","recipients":["Writer"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"phrase","pattern":"45,000"},"examples":[]}]},"roles":null,"priors":{"apiVersion":"baton/v1","kind":"PriorsSet","name":"own","model":"m-1","description":"","provisional":false,"evidence":"verifier","sources":[],"cost_reference_tokens":null,"rows":[{"repair":"ASK","frontier":null,"episodes":40,"helped":30,"harmed":0,"mean_cost":1.0},{"repair":"INTEGRATE","frontier":null,"episodes":40,"helped":30,"harmed":0,"mean_cost":1.0},{"repair":"RETRIEVE","frontier":null,"episodes":40,"helped":30,"harmed":0,"mean_cost":1.0},{"repair":"DECOMPOSE","frontier":null,"episodes":40,"helped":30,"harmed":0,"mean_cost":1.0},{"repair":"VERIFY","frontier":null,"episodes":40,"helped":30,"harmed":0,"mean_cost":1.0}]},"models":{"Collector":"m-1","Writer":"m-1","Reviewer":"m-1"},"people":[],"binding":{"parties":{"Collector":"Collector","Writer":"Writer"},"roles":{},"models":{"Collector":"m-1","Writer":"m-1","Reviewer":"m-1"}},"settings":{"broadcast_delivers":true,"infer_outputs":true,"confirmed_other_model":false,"rule":{"help_weight":1.0,"neutral_weight":0.25,"harm_weight":2.0,"cost_weight":0.25,"max_harm":0.05,"min_episodes":5},"encoder":"wordllama","weights":{"alpha":1.0,"beta":1.0,"gamma":0.5,"delta":0.75},"lam":0.5,"rho":0.95,"tau":null,"drift_mode":"above_tau"}}');
INSERT INTO "guard_records" VALUES('9ae8adf79783',2,'parked','2026-11-30T17:56:07.196831+00:00','{"digest":"f4bd6c9726f03b60f34e3e45c8a7e89d78c6189af3d3c186341883e2fb969edd","event":{"seq":1,"kind":"message","from":"Collector","to":["Reviewer"],"text":"The budget is 45,000 dollars.","at":"2026-11-30T17:56:07.181861Z"},"report":{"seq":1,"sender":"Collector","recipients":["Reviewer"],"kind":"message","original":"The budget is 45,000 dollars.","released":"The budget is 45,000 dollars.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"budget","recipient":"Writer","seq":1,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":[14,20],"reason":"“45,000” is found.","confidence":1.0,"inferred":false}],"reason":"Not due yet."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":null},"reasons":["every message is asked about"],"instead_of":""}');
INSERT INTO "guard_records" VALUES('9ae8adf79783',3,'settled','2026-11-30T17:56:07.209650+00:00','{"digest":"f4bd6c9726f03b60f34e3e45c8a7e89d78c6189af3d3c186341883e2fb969edd","events":[{"seq":1,"kind":"message","from":"Collector","to":["Reviewer"],"text":"The budget is 45,000 dollars.","at":"2026-11-30T17:56:07.181861Z"}],"report":{"seq":1,"sender":"Collector","recipients":["Reviewer"],"kind":"message","original":"The budget is 45,000 dollars.","released":"The budget is 45,000 dollars.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"budget","recipient":"Writer","seq":1,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":[14,20],"reason":"“45,000” is found.","confidence":1.0,"inferred":false}],"reason":"Not due yet."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":{"act":"proposed","by":"Ann","because":"","digest":"d5a61271b7ec7c959fd29a3db4ef2aa5ced274a44de557028c76443cd513e4fb","repair":null,"accepted":"The budget is 45,000 dollars.","rewritten":null,"repaired":null,"events":[]}},"tokens":0,"estimated":false}');
INSERT INTO "guard_records" VALUES('9ae8adf79783',4,'parked','2026-11-30T17:56:07.229763+00:00','{"digest":"7b63c38036278e8c3afde20c764ccb9831e056c6da93f615777fdd5e38d8f5ff","event":{"seq":2,"kind":"message","from":"Collector","to":["Writer"],"text":"Please write the offer.","at":"2026-11-30T17:56:07.219405Z"},"report":{"seq":2,"sender":"Collector","recipients":["Writer"],"kind":"message","original":"Please write the offer.","released":"Please write the offer.\n\n[Carried over from Collector, event 1]\n> The budget is 45,000 dollars.","decision":"COMMIT","reason":"budget for Writer is misrouted; INTEGRATE is admitted and verified.","frontiers":[{"fact":"budget","recipient":"Writer","status":"misrouted","boundary_seq":2,"due_seq":2,"side":"recipient","critical":true,"unsure":false,"contradicted":false,"retrievable":false,"partial":false,"other_value":"","reason":"Sent to somebody, but not to Writer, who needed it by event 2.","evidence":[{"seq":1,"role":"states","span":[14,20],"reason":"“45,000” is found.","confidence":1.0,"inferred":false}]}],"candidates":[{"repair":"INTEGRATE","admission":{"repair":"INTEGRATE","frontier":"misrouted","admitted":true,"reason":"utility +0.44, harm 0%","code":"admitted","segment":"INTEGRATE, aggregate","is_aggregate":true,"priors_name":"own","priors_model":"m-1","priors_hash":"16c1c020c15596f4672f57855957ab34f4b3c0fb6b2a2a86d1f1972c4573fd6d","episodes":40,"helped":30,"neutral":10,"harmed":0,"utility":0.4375,"utility_terms":[0.75,-0.0625,-0.0,-0.25],"help_interval":{"low":0.5980603857923197,"high":0.858128813609037},"harm_interval":{"low":0.0,"high":0.08762160119728664},"confirmed_other_model":false},"proposal":{"repair":"INTEGRATE","text":"Please write the offer.\n\n[Carried over from Collector, event 1]\n> The budget is 45,000 dollars.","question":"","addressee":"","source_seq":1,"inserted":"\n\n[Carried over from Collector, event 1]\n> The budget is 45,000 dollars.","postconditions":[{"name":"gap closed","holds":true,"detail":"“45,000” is found."},{"name":"former links intact","holds":true,"detail":"every other fact reads as before"},{"name":"rest unchanged","holds":true,"detail":"without the insertion the message is the agent''s own, byte for byte"},{"name":"drift not above threshold","holds":true,"detail":"no energy for this agent"}],"needs":"","note":""},"refused":""},{"repair":"RETRIEVE","admission":null,"proposal":null,"refused":"the fact lies in a message, not in a document or tool result"},{"repair":"ASK","admission":null,"proposal":null,"refused":"the fact was delivered or sent to somebody; asking for it again does harm"},{"repair":"DECOMPOSE","admission":null,"proposal":null,"refused":"the fact has no parts"},{"repair":"VERIFY","admission":null,"proposal":null,"refused":"the check is sure; there is nothing to verify"}],"chosen":"INTEGRATE","changes":[{"fact":"budget","recipient":"Writer","seq":2,"status":"misrouted","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":2,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":1,"role":"states","span":[14,20],"reason":"“45,000” is found.","confidence":1.0,"inferred":false}],"reason":"Sent to somebody, but not to Writer, who needed it by event 2."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":true,"review_reasons":["budget for Writer is misrouted"],"outcome":null},"reasons":["budget for Writer is misrouted"],"instead_of":""}');
CREATE TABLE guard_runs (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	heard_at TEXT NOT NULL, 
	status TEXT NOT NULL, 
	waiting INTEGER NOT NULL, 
	last_seq INTEGER NOT NULL, 
	analysis_id TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guard_runs" VALUES('9ae8adf79783','Guarded, kept','2026-11-30T17:56:07.142570+00:00','2026-11-30T17:56:07.229763+00:00','2026-11-30T17:56:07.239747+00:00','open',1,4,'');
CREATE TABLE live_events (
	run_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	at TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (run_id, seq), 
	FOREIGN KEY(run_id) REFERENCES live_runs (id)
);
INSERT INTO "live_events" VALUES('f5d1866ac9a1',1,'started','2026-11-30T14:26:27.118823+00:00','{"spec":{"team":{"apiVersion":"baton/v1","kind":"Team","name":"Tour","version":1,"description":"","task":"Offer a tour.","contract":"","roles":"","model":"tiny","flow":"sequence","agents":[{"name":"Scout","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":["Writer","Checker"],"produces":"message","may_finish":false,"documents":["notes"],"script":["The price is at most $900.\nThe tour starts on June 3."]},{"name":"Writer","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."]},{"name":"Checker","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Checked: the tour starts on June 3, as the brief says."]}],"documents":[{"name":"notes","text":"The price is at most $900.\nThe tour starts on June 3.\n"}],"stop":{"says":"","agent":""},"budgets":{"turns":24,"tokens":100000,"seconds":3600.0},"faults":[]},"contract":{"apiVersion":"baton/v1","kind":"FactContract","name":"tour","version":1,"description":"","parties":[],"facts":[{"id":"price","statement":"The price is at most $900","kind":"limit","owner":"Scout","recipients":["Writer"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]},{"id":"day","statement":"The tour starts on June 3","kind":"date","owner":"Scout","recipients":["Writer","Checker"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]}]},"roles":null,"priors":null,"settings":{"broadcast_delivers":true,"infer_outputs":true,"confirmed_other_model":false,"rule":{"help_weight":1.0,"neutral_weight":0.25,"harm_weight":2.0,"cost_weight":0.25,"max_harm":0.05,"min_episodes":5},"encoder":"wordllama","weights":{"alpha":1.0,"beta":1.0,"gamma":0.5,"delta":0.75},"lam":0.5,"rho":0.95,"tau":null,"drift_mode":"above_tau"},"binding":{"parties":{"Scout":"Scout","Writer":"Writer","Checker":"Checker"},"roles":{},"models":{}},"approval":"always","scripted":true,"endpoint":"","seed":null,"wait_seconds":3600.0,"grace_seconds":0.0,"author":"Ann"}}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',2,'call_begun','2026-11-30T14:26:27.137851+00:00','{"call":"c1","agent":"Scout","turn":1,"purpose":"turn"}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',3,'reply','2026-11-30T14:26:27.145694+00:00','{"call":"c1","agent":"Scout","text":"","tool_calls":[{"id":"c1.1","name":"read_document","arguments":"{\"name\": \"notes\"}"}],"usage":{"prompt":57,"completion":0,"estimated":true},"model":"scripted","finish":"tool_calls","seconds":0.0,"attempts":1,"overhead":0}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',4,'tool_result','2026-11-30T14:26:27.153370+00:00','{"agent":"Scout","tool":"read_document","call_id":"c1.1","arguments":"{\"name\": \"notes\"}","text":"The price is at most $900.\nThe tour starts on June 3.\n"}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',5,'call_begun','2026-11-30T14:26:27.157593+00:00','{"call":"c2","agent":"Scout","turn":1,"purpose":"turn"}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',6,'reply','2026-11-30T14:26:28.154814+00:00','{"call":"c2","agent":"Scout","text":"The price is at most $900.\nThe tour starts on June 3.","tool_calls":[],"usage":{"prompt":79,"completion":14,"estimated":true},"model":"scripted","finish":"stop","seconds":0.0,"attempts":1,"overhead":0}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',7,'boundary','2026-11-30T14:26:28.990297+00:00','{"seq":3,"agent":"Scout","turn":1,"recipients":["Writer","Checker"],"kind":"message","text":"The price is at most $900.\nThe tour starts on June 3.","route":"flow","finish":false,"report":{"seq":3,"sender":"Scout","recipients":["Writer","Checker"],"kind":"message","original":"The price is at most $900.\nThe tour starts on June 3.","released":"The price is at most $900.\nThe tour starts on June 3.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"price","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.9596,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Checker","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"price","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.9596,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Checker","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Checker has produced nothing since."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":null},"digest":"08bb2a7badfd153ad84f85c5af1f83391165f3c86c4c5042b5ee2d4ee882e2d8"}');
INSERT INTO "live_events" VALUES('f5d1866ac9a1',8,'parked','2026-11-30T14:26:29.015825+00:00','{"seq":3,"digest":"08bb2a7badfd153ad84f85c5af1f83391165f3c86c4c5042b5ee2d4ee882e2d8","reasons":["every message is asked about"]}');
CREATE TABLE live_runs (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	team TEXT NOT NULL, 
	contract TEXT NOT NULL, 
	approval TEXT NOT NULL, 
	scripted BOOLEAN NOT NULL, 
	author TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	status TEXT NOT NULL, 
	how TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	last_seq INTEGER NOT NULL, 
	turns INTEGER NOT NULL, 
	tokens INTEGER NOT NULL, 
	waiting_seq INTEGER, 
	waiting_digest TEXT NOT NULL, 
	waiting_since TEXT, 
	writing_agent TEXT NOT NULL, 
	writing TEXT NOT NULL, 
	parent TEXT NOT NULL, 
	parent_seq INTEGER NOT NULL, 
	trace_id TEXT NOT NULL, 
	analysis_id TEXT NOT NULL, 
	lease_owner TEXT NOT NULL, 
	lease_until FLOAT NOT NULL, 
	interrupted INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "live_runs" VALUES('f5d1866ac9a1','Tour, kept','Tour@1','tour@1','always',1,'Ann','2026-11-30T14:26:27.119048+00:00','2026-11-30T14:26:29.015825+00:00','waiting','','',8,1,150,3,'08bb2a7badfd153ad84f85c5af1f83391165f3c86c4c5042b5ee2d4ee882e2d8','2026-11-30T14:26:29.015825+00:00','','','',0,'','','',0.0,0);
CREATE TABLE obligation_states (
	analysis_id TEXT NOT NULL, 
	is_final BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	fact TEXT NOT NULL, 
	recipient TEXT NOT NULL, 
	status TEXT NOT NULL, 
	unsure BOOLEAN NOT NULL, 
	contradicted BOOLEAN NOT NULL, 
	retrievable BOOLEAN NOT NULL, 
	partial BOOLEAN NOT NULL, 
	due_seq INTEGER, 
	delivered_seq INTEGER, 
	reflected_seq INTEGER, 
	other_value TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	evidence TEXT NOT NULL, 
	PRIMARY KEY (analysis_id, is_final, position), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id)
);
INSERT INTO "obligation_states" VALUES('a21b207aa62e',0,0,1,'budget','Copywriter','absent',0,0,1,0,1,NULL,NULL,'','Sent to nobody.','[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}]');
INSERT INTO "obligation_states" VALUES('a21b207aa62e',0,1,3,'budget','Copywriter','late',0,0,1,0,3,NULL,NULL,'','Sent to nobody.','[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}]');
INSERT INTO "obligation_states" VALUES('a21b207aa62e',1,0,3,'budget','Copywriter','late',0,0,1,0,3,NULL,NULL,'','Sent to nobody.','[{"seq":1,"role":"states","span":null,"reason":"says so","confidence":1.0,"inferred":false}]');
CREATE TABLE priors (
	hash TEXT NOT NULL, 
	name TEXT NOT NULL, 
	model TEXT NOT NULL, 
	data TEXT NOT NULL, 
	row_count INTEGER NOT NULL, 
	built_in BOOLEAN NOT NULL, 
	origin TEXT NOT NULL, 
	added_at TEXT NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "priors" VALUES('ff72f7d0fbfe4f5d1711669b41d03d753be2a89ea9bde73753644c11e5146578','published-deepseek-v4.1-flash','DeepSeek-V4.1-flash','{"apiVersion":"baton/v1","kind":"PriorsSet","name":"published-deepseek-v4.1-flash","model":"DeepSeek-V4.1-flash","description":"Published counts for one model. They say nothing about another.","provisional":false,"sources":["BRIDGE (2026), published counts; c = 1"],"cost_reference_tokens":null,"rows":[{"repair":"ASK","frontier":null,"episodes":52,"helped":8,"harmed":0,"mean_cost":1.0},{"repair":"INTEGRATE","frontier":null,"episodes":25,"helped":12,"harmed":0,"mean_cost":1.0}]}',2,1,'built in','2026-11-30T11:24:47.842017+00:00');
INSERT INTO "priors" VALUES('b1afd93cfb7d9e8c6cc8d97460d351b2592ee0a07533c1c3b1177d2173893634','published-gpt-5.6-terra','GPT-5.6-Terra','{"apiVersion":"baton/v1","kind":"PriorsSet","name":"published-gpt-5.6-terra","model":"GPT-5.6-Terra","description":"Published counts for one model. They say nothing about another.","provisional":false,"sources":["BRIDGE (2026), published counts; c = 1"],"cost_reference_tokens":null,"rows":[{"repair":"ASK","frontier":null,"episodes":40,"helped":10,"harmed":0,"mean_cost":1.0},{"repair":"INTEGRATE","frontier":null,"episodes":12,"helped":4,"harmed":0,"mean_cost":1.0},{"repair":"INTEGRATE","frontier":"unconsumed","episodes":6,"helped":4,"harmed":0,"mean_cost":1.0}]}',3,1,'built in','2026-11-30T11:24:47.842078+00:00');
CREATE TABLE probe_records (
	probe_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	at TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (probe_id, seq), 
	FOREIGN KEY(probe_id) REFERENCES probes (id)
);
INSERT INTO "probe_records" VALUES('654fd7dcee60',1,'planned','2026-11-30T15:35:46.252359+00:00','{"episodes":[{"slot":{"boundary":7,"fault":"drop","fact":"price"},"seed":2}],"skips":[],"cost_reference":133,"events":[{"seq":1,"kind":"started","data":{"spec":{"team":{"apiVersion":"baton/v1","kind":"Team","name":"Tour","version":1,"description":"","task":"Offer a tour.","contract":"","roles":"","model":"tiny","flow":"sequence","agents":[{"name":"Scout","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":["Writer","Checker"],"produces":"message","may_finish":false,"documents":["notes"],"script":["The price is at most $900.\nThe tour starts on June 3."]},{"name":"Writer","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."]},{"name":"Checker","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Checked: the tour starts on June 3, as the brief says."]}],"documents":[{"name":"notes","text":"The price is at most $900.\nThe tour starts on June 3.\n"}],"tools":true,"stop":{"says":"","agent":""},"budgets":{"turns":24,"tokens":100000,"seconds":3600.0},"faults":[]},"contract":{"apiVersion":"baton/v1","kind":"FactContract","name":"tour","version":1,"description":"","parties":[],"facts":[{"id":"price","statement":"The price is at most $900","kind":"limit","owner":"Scout","recipients":["Writer"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]},{"id":"day","statement":"The tour starts on June 3","kind":"date","owner":"Scout","recipients":["Writer","Checker"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]}]},"roles":null,"priors":null,"settings":{"broadcast_delivers":true,"infer_outputs":true,"confirmed_other_model":false,"rule":{"help_weight":1.0,"neutral_weight":0.25,"harm_weight":2.0,"cost_weight":0.25,"max_harm":0.05,"min_episodes":5},"encoder":"wordllama","weights":{"alpha":1.0,"beta":1.0,"gamma":0.5,"delta":0.75},"lam":0.5,"rho":0.95,"tau":null,"drift_mode":"never"},"binding":{"parties":{"Scout":"Scout","Writer":"Writer","Checker":"Checker"},"roles":{},"models":{}},"approval":"auto","scripted":true,"endpoint":"","seed":null,"wait_seconds":3600.0,"grace_seconds":0.0,"author":"probe"}}},{"seq":2,"kind":"call_begun","data":{"call":"c1","agent":"Scout","turn":1,"purpose":"turn"}},{"seq":3,"kind":"reply","data":{"call":"c1","agent":"Scout","text":"","tool_calls":[{"id":"c1.1","name":"read_document","arguments":"{\"name\": \"notes\"}"}],"usage":{"prompt":75,"completion":0,"estimated":true},"model":"scripted","finish":"tool_calls","seconds":0.0,"attempts":1,"overhead":0}},{"seq":4,"kind":"tool_result","data":{"agent":"Scout","tool":"read_document","call_id":"c1.1","arguments":"{\"name\": \"notes\"}","text":"The price is at most $900.\nThe tour starts on June 3.\n"}},{"seq":5,"kind":"call_begun","data":{"call":"c2","agent":"Scout","turn":1,"purpose":"turn"}},{"seq":6,"kind":"reply","data":{"call":"c2","agent":"Scout","text":"The price is at most $900.\nThe tour starts on June 3.","tool_calls":[],"usage":{"prompt":97,"completion":14,"estimated":true},"model":"scripted","finish":"stop","seconds":0.0,"attempts":1,"overhead":0}},{"seq":7,"kind":"boundary","data":{"seq":3,"agent":"Scout","turn":1,"recipients":["Writer","Checker"],"kind":"message","text":"The price is at most $900.\nThe tour starts on June 3.","route":"flow","finish":false,"report":{"seq":3,"sender":"Scout","recipients":["Writer","Checker"],"kind":"message","original":"The price is at most $900.\nThe tour starts on June 3.","released":"The price is at most $900.\nThe tour starts on June 3.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"price","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Checker","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"price","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Checker","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Checker has produced nothing since."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":null},"digest":"08bb2a7badfd153ad84f85c5af1f83391165f3c86c4c5042b5ee2d4ee882e2d8"}},{"seq":8,"kind":"delivered","data":{"seq":3,"text":"The price is at most $900.\nThe tour starts on June 3.","recipients":["Writer","Checker"],"by":"agent","report":{"seq":3,"sender":"Scout","recipients":["Writer","Checker"],"kind":"message","original":"The price is at most $900.\nThe tour starts on June 3.","released":"The price is at most $900.\nThe tour starts on June 3.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"price","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Writer","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"day","recipient":"Checker","seq":2,"status":"pending","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":null,"delivered_seq":null,"reflected_seq":null,"evidence":[{"seq":2,"role":"retrievable","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Not due yet."},{"fact":"price","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Writer","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Writer has produced nothing since."},{"fact":"day","recipient":"Checker","seq":3,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":null,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3; Checker has produced nothing since."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":{"act":"proposed","by":"","because":"","digest":"08bb2a7badfd153ad84f85c5af1f83391165f3c86c4c5042b5ee2d4ee882e2d8","repair":null,"accepted":"The price is at most $900.\nThe tour starts on June 3.","rewritten":null,"repaired":null,"events":[]}},"events":[{"seq":3,"kind":"message","from":"Scout","to":["Writer","Checker"],"text":"The price is at most $900.\nThe tour starts on June 3."}]}},{"seq":9,"kind":"call_begun","data":{"call":"c3","agent":"Writer","turn":1,"purpose":"turn"}},{"seq":10,"kind":"reply","data":{"call":"c3","agent":"Writer","text":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","tool_calls":[],"usage":{"prompt":74,"completion":22,"estimated":true},"model":"scripted","finish":"stop","seconds":0.0,"attempts":1,"overhead":0}},{"seq":11,"kind":"boundary","data":{"seq":4,"agent":"Writer","turn":1,"recipients":["Checker"],"kind":"output","text":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","route":"flow","finish":false,"report":{"seq":4,"sender":"Writer","recipients":["Checker"],"kind":"output","original":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","released":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"price","recipient":"Writer","seq":4,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":4,"evidence":[{"seq":3,"role":"delivers","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false},{"seq":4,"role":"reflects","span":[53,57],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 4."},{"fact":"day","recipient":"Writer","seq":4,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":4,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false},{"seq":4,"role":"reflects","span":[78,85],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 4."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":null},"digest":"7364c2ef7b978378a4ef3b66296802a7040261591af544e5f35e82a083464917"}},{"seq":12,"kind":"delivered","data":{"seq":4,"text":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","recipients":["Checker"],"by":"agent","report":{"seq":4,"sender":"Writer","recipients":["Checker"],"kind":"output","original":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","released":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"price","recipient":"Writer","seq":4,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":4,"evidence":[{"seq":3,"role":"delivers","span":[21,25],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false},{"seq":4,"role":"reflects","span":[53,57],"reason":"The value is stated for the same quantity.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 4."},{"fact":"day","recipient":"Writer","seq":4,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":4,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false},{"seq":4,"role":"reflects","span":[78,85],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 4."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":{"act":"proposed","by":"","because":"","digest":"7364c2ef7b978378a4ef3b66296802a7040261591af544e5f35e82a083464917","repair":null,"accepted":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3.","rewritten":null,"repaired":null,"events":[]}},"events":[{"seq":4,"kind":"output","from":"Writer","to":["Checker"],"text":"Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."}]}},{"seq":13,"kind":"call_begun","data":{"call":"c4","agent":"Checker","turn":1,"purpose":"turn"}},{"seq":14,"kind":"reply","data":{"call":"c4","agent":"Checker","text":"Checked: the tour starts on June 3, as the brief says.","tool_calls":[],"usage":{"prompt":103,"completion":14,"estimated":true},"model":"scripted","finish":"stop","seconds":0.0,"attempts":1,"overhead":0}},{"seq":15,"kind":"boundary","data":{"seq":5,"agent":"Checker","turn":1,"recipients":[],"kind":"output","text":"Checked: the tour starts on June 3, as the brief says.","route":"flow","finish":false,"report":{"seq":5,"sender":"Checker","recipients":[],"kind":"output","original":"Checked: the tour starts on June 3, as the brief says.","released":"Checked: the tour starts on June 3, as the brief says.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"day","recipient":"Checker","seq":5,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":5,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false},{"seq":5,"role":"reflects","span":[28,34],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 5."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":null},"digest":"b52a4f49d5671a43afdc92c6ab37b6a75aae7ebfe805ac8ed81758749e4f1468"}},{"seq":16,"kind":"delivered","data":{"seq":5,"text":"Checked: the tour starts on June 3, as the brief says.","recipients":[],"by":"agent","report":{"seq":5,"sender":"Checker","recipients":[],"kind":"output","original":"Checked: the tour starts on June 3, as the brief says.","released":"Checked: the tour starts on June 3, as the brief says.","decision":"FORWARD","reason":"No gap at this boundary.","frontiers":[],"candidates":[],"chosen":null,"changes":[{"fact":"day","recipient":"Checker","seq":5,"status":"ok","unsure":false,"contradicted":false,"other_value":"","retrievable":false,"partial":false,"due_seq":3,"delivered_seq":3,"reflected_seq":5,"evidence":[{"seq":3,"role":"delivers","span":[46,53],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false},{"seq":5,"role":"reflects","span":[28,34],"reason":"The date is stated for the same thing.","confidence":0.98,"inferred":false}],"reason":"Delivered in event 3, reflected in event 5."}],"drift":null,"no_drift_reason":"No role set was chosen.","cumulative_drift":{},"drift_flagged":false,"needs_review":false,"review_reasons":[],"outcome":{"act":"proposed","by":"","because":"","digest":"b52a4f49d5671a43afdc92c6ab37b6a75aae7ebfe805ac8ed81758749e4f1468","repair":null,"accepted":"Checked: the tour starts on June 3, as the brief says.","rewritten":null,"repaired":null,"events":[]}},"events":[{"seq":5,"kind":"output","from":"Checker","text":"Checked: the tour starts on June 3, as the brief says."}]}},{"seq":17,"kind":"finished","data":{"how":"quiet","reason":"Nobody has anything left to do."}}],"clean_passes":true,"clean_reason":"3 of 3 tests pass, 3 are needed"}');
INSERT INTO "probe_records" VALUES('654fd7dcee60',2,'episode','2026-11-30T15:35:46.924988+00:00','{"boundary":7,"fault":"drop","fact":"price","seed":2,"native":{"passed":true,"reason":"3 of 3 tests pass, 3 are needed","tokens":355,"how":"quiet"},"detected":"absent","arms":[{"repair":"RETRIEVE","frontier":"absent","model":"scripted","decision":"COMMIT","ending":{"passed":true,"reason":"3 of 3 tests pass, 3 are needed","tokens":421,"how":"quiet"},"effect":"neutral","added":36},{"repair":"ASK","frontier":"absent","model":"scripted","decision":"COMMIT","ending":{"passed":true,"reason":"3 of 3 tests pass, 3 are needed","tokens":559,"how":"quiet"},"effect":"neutral","added":174}],"reason":"","failed":false,"calls":7,"tokens":777}');
INSERT INTO "probe_records" VALUES('654fd7dcee60',3,'frozen','2026-11-30T15:35:46.973572+00:00','{"hashes":["34f7a351943c3854686bbd27d8c967b156ab0ae4ff3b33021b5c9c7c9d52240c"]}');
INSERT INTO "probe_records" VALUES('f7e8496995d4',1,'begun','2026-11-30T20:35:03.789893+00:00','{"by":"Ann","budgets":null}');
CREATE TABLE probes (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	data TEXT NOT NULL, 
	created_at TEXT NOT NULL, lease_owner TEXT DEFAULT '' NOT NULL, lease_until FLOAT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "probes" VALUES('654fd7dcee60','Tour, kept','{"team":{"apiVersion":"baton/v1","kind":"Team","name":"Tour","version":1,"description":"","task":"Offer a tour.","contract":"","roles":"","model":"tiny","flow":"sequence","agents":[{"name":"Scout","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":["Writer","Checker"],"produces":"message","may_finish":false,"documents":["notes"],"script":["The price is at most $900.\nThe tour starts on June 3."]},{"name":"Writer","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."]},{"name":"Checker","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Checked: the tour starts on June 3, as the brief says."]}],"documents":[{"name":"notes","text":"The price is at most $900.\nThe tour starts on June 3.\n"}],"tools":true,"stop":{"says":"","agent":""},"budgets":{"turns":24,"tokens":100000,"seconds":3600.0},"faults":[]},"contract":{"apiVersion":"baton/v1","kind":"FactContract","name":"tour","version":1,"description":"","parties":[],"facts":[{"id":"price","statement":"The price is at most $900","kind":"limit","owner":"Scout","recipients":["Writer"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]},{"id":"day","statement":"The tour starts on June 3","kind":"date","owner":"Scout","recipients":["Writer","Checker"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]}]},"verifier":{"apiVersion":"baton/v1","kind":"Verifier","name":"offer","version":1,"description":"","test":{"note":"","type":"all_of","tests":[{"note":"","at":"outputs","agent":"Writer","tool":"","type":"fact","fact":"price","statement":"","kind":"value","how":"reflects"},{"note":"","at":"outputs","agent":"Writer","tool":"","type":"fact","fact":"day","statement":"","kind":"value","how":"states"},{"note":"","at":"output","agent":"Checker","tool":"","type":"contains","text":"June 3","ignore_case":true}]}},"faults":["drop"],"seeds":1,"controls":false,"most":1,"seed":2,"scripted":true,"lapse":0.1,"cost_reference":0,"budget_calls":0,"budget_tokens":0,"endpoint":""}','2026-11-30T15:35:43.959485+00:00','',0.0);
INSERT INTO "probes" VALUES('f7e8496995d4','Two logs, kept','{"team":{"apiVersion":"baton/v1","kind":"Team","name":"Tour","version":1,"description":"","task":"Offer a tour.","contract":"","roles":"","values":{},"model":"tiny","flow":"sequence","agents":[{"name":"Scout","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":["Writer","Checker"],"produces":"message","may_finish":false,"documents":["notes"],"script":["The price is at most $900.\nThe tour starts on June 3."]},{"name":"Writer","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."]},{"name":"Checker","role":"","party":"","prompt":"","model":"","temperature":null,"max_tokens":null,"sends_to":[],"produces":"output","may_finish":false,"documents":[],"script":["Checked: the tour starts on June 3, as the brief says."]}],"documents":[{"name":"notes","text":"The price is at most $900.\nThe tour starts on June 3.\n"}],"tools":true,"stop":{"says":"","agent":""},"budgets":{"turns":24,"tokens":100000,"seconds":3600.0,"cost":null},"prices":[],"faults":[]},"contract":{"apiVersion":"baton/v1","kind":"FactContract","name":"tour","version":1,"description":"","parties":[],"facts":[{"id":"price","statement":"The price is at most $900","kind":"limit","owner":"Scout","recipients":["Writer"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]},{"id":"day","statement":"The tour starts on June 3","kind":"date","owner":"Scout","recipients":["Writer","Checker"],"critical":true,"depends_on":[],"aliases":[],"check":{"type":"auto","pattern":""},"examples":[]}]},"verifier":{"apiVersion":"baton/v1","kind":"Verifier","name":"offer","version":1,"description":"","test":{"note":"","type":"all_of","tests":[{"note":"","at":"outputs","agent":"Writer","tool":"","type":"fact","fact":"price","statement":"","kind":"value","how":"reflects"},{"note":"","at":"outputs","agent":"Writer","tool":"","type":"fact","fact":"day","statement":"","kind":"value","how":"states"},{"note":"","at":"output","agent":"Checker","tool":"","type":"contains","text":"June 3","ignore_case":true}]}},"faults":["drop"],"seeds":1,"controls":false,"most":2,"seed":0,"scripted":true,"lapse":0.1,"cost_reference":0,"budget_calls":0,"budget_tokens":0,"endpoint":"","starts":[{"source":"trace:log1","name":"Log 1","bind":{"scout_agent":"Scout","writer":"Writer","Checker":"Checker"},"outside":{},"task":"Offer tour 1.","values":{}},{"source":"trace:log2","name":"Log 2","bind":{"scout_agent":"Scout","writer":"Writer","Checker":"Checker"},"outside":{},"task":"Offer tour 2.","values":{}}]}','2026-11-30T20:35:03.730927+00:00','a worker that is gone',1.79607092378878045084e+09);
CREATE TABLE purges (
	analysis_id TEXT NOT NULL, 
	PRIMARY KEY (analysis_id)
);
CREATE TABLE review_events (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id TEXT NOT NULL, 
	analysis_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	author TEXT NOT NULL, 
	at TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	payload TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id), 
	UNIQUE (id)
);
INSERT INTO "review_events" VALUES(1,'9848716577e3417ba66bf2fd33de8bcf','a21b207aa62e',1,'approve','Ann','2026-11-30T11:24:47.878052+00:00','fits','{}','27c54ea1c3bc17f8a5f0cc451bd6c2927cfbec9b0cd47f748d33c533e25a2322');
CREATE TABLE role_bases (
	digest TEXT NOT NULL, 
	roles TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	encoder TEXT NOT NULL, 
	content BLOB NOT NULL, 
	created_at TEXT NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "role_bases" VALUES('ab12','sales',1,'test/1',X'636F6D70696C6564','2026-11-30T14:15:53.893469+00:00');
CREATE TABLE settings (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES('person','"Ann"','2026-11-30T11:24:47.873853+00:00');
CREATE TABLE texts (
	hash TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "texts" VALUES('4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871','The same words.');
INSERT INTO "texts" VALUES('923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47','Message 1 ');
INSERT INTO "texts" VALUES('2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783','Message 0 ');
INSERT INTO "texts" VALUES('d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e','Message 2 ');
INSERT INTO "texts" VALUES('4a4eb48d0cb0f3871a1aea12d8d3f89f3162c6ca033a1c9008ea010fa7c346ab','Message 1  Budget: 45 000 USD.');
INSERT INTO "texts" VALUES('ab424e415a4f33589e33ba91d524756cb181db3e700f61dc7118905695b8c813','Message 2  Budget: 45 000 USD.');
INSERT INTO "texts" VALUES('ac5c7d19014f7a1c41b25087535ae134ad5386a71556d6a6b7ace5dbfdb63786','The same words. Budget: 45 000 USD.');
INSERT INTO "texts" VALUES('4131a4fc6fe84721cf4e4d9a8f4e08b9a3387a0a0d2abe4c2c0220334c775f3f','Message 0  Budget: 45 000 USD.');
CREATE TABLE trace_problems (
	trace_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	severity TEXT NOT NULL, 
	message TEXT NOT NULL, 
	source_place TEXT NOT NULL, 
	code TEXT NOT NULL, 
	PRIMARY KEY (trace_id, position), 
	FOREIGN KEY(trace_id) REFERENCES traces (id)
);
CREATE TABLE traces (
	id TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	name TEXT NOT NULL, 
	format TEXT NOT NULL, 
	task TEXT NOT NULL, 
	agents TEXT NOT NULL, 
	labels TEXT NOT NULL, 
	meta TEXT NOT NULL, 
	source TEXT NOT NULL, 
	imported_at TEXT NOT NULL, 
	agent_count INTEGER NOT NULL, 
	event_count INTEGER NOT NULL, 
	boundary_count INTEGER NOT NULL, 
	handoff_count INTEGER NOT NULL, 
	inferred_count INTEGER NOT NULL, 
	problem_count INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (digest)
);
INSERT INTO "traces" VALUES('27b26d4e6fe2','27b26d4e6fe2e0fc6c47c6befb31eadef1c737f0c77704f33807245d11bd9def','run','baton','Write a quote.','[{"name":"Collector","description":"Asks","model":"m-1","is_person":false},{"name":"Copywriter","description":"","model":null,"is_person":false}]','{"mistake_step":2}','{"salt":""}','run.json','2026-11-30T11:24:47.850807+00:00',2,4,4,2,2,0);
CREATE TABLE turn_logs (
	analysis_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	sender TEXT NOT NULL, 
	role TEXT NOT NULL, 
	encoder TEXT NOT NULL, 
	d_out FLOAT NOT NULL, 
	d_leak FLOAT NOT NULL, 
	d_ling FLOAT NOT NULL, 
	d_logic FLOAT NOT NULL, 
	energy FLOAT NOT NULL, 
	flagged BOOLEAN NOT NULL, 
	nearest_role TEXT, 
	acts TEXT NOT NULL, 
	broken TEXT NOT NULL, 
	cumulative TEXT NOT NULL, 
	original_hash TEXT NOT NULL, 
	released_hash TEXT NOT NULL, 
	vector BLOB, 
	target BLOB, 
	PRIMARY KEY (analysis_id, seq), 
	FOREIGN KEY(analysis_id) REFERENCES analyses (id)
);
INSERT INTO "turn_logs" VALUES('a21b207aa62e',1,'Collector','Collector','test/1',0.1,0.05,0.1,0.0,0.25,0,NULL,'{"QUESTION":0.75}','[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}]','{"Collector":0.25}','2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783','2e6e26c1a0fdb0605d533b3fc7a49b39c28ad3b95f2b527241b289bb8733d783',X'9A9999999999B93F9A9999999999C93F555555555555D53F',X'0000000000000000000000000000008059F3F8C21F6EA501');
INSERT INTO "turn_logs" VALUES('a21b207aa62e',2,'Copywriter','Collector','test/1',0.1,0.05,0.1,0.0,0.25,0,NULL,'{"QUESTION":0.75}','[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}]','{"Collector":0.25}','923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47','923c09f64b19803ca0d680235d11ec98acaccc3c9fa8072bae155acde6633f47',X'9A9999999999B93F9A9999999999C93F555555555555D53F',X'0000000000000000000000000000008059F3F8C21F6EA501');
INSERT INTO "turn_logs" VALUES('a21b207aa62e',3,'Collector','Collector','test/1',0.1,0.05,0.1,0.0,0.25,0,NULL,'{"QUESTION":0.75}','[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}]','{"Collector":0.25}','d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e','d3590992a7b249e4d6d7e9361378f0864ba5ec8cf9965c8f68c983710015b62e',X'9A9999999999B93F9A9999999999C93F555555555555D53F',X'0000000000000000000000000000008059F3F8C21F6EA501');
INSERT INTO "turn_logs" VALUES('a21b207aa62e',4,'Copywriter','Collector','test/1',0.1,0.05,0.1,0.0,0.25,0,NULL,'{"QUESTION":0.75}','[{"rule":"Never promise.","kind":"prohibition","span":[1,2],"detail":""}]','{"Collector":0.25}','4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871','4dda3e17aca09e90b732133df23c7fa0873dce3fec96dfba459741a248ea6871',X'9A9999999999B93F9A9999999999C93F555555555555D53F',X'0000000000000000000000000000008059F3F8C21F6EA501');
CREATE INDEX ix_documents_hash ON documents (hash);
CREATE INDEX ix_priors_name ON priors (name);
CREATE INDEX ix_traces_imported_at ON traces (imported_at);
CREATE INDEX ix_analyses_trace_id ON analyses (trace_id);
CREATE INDEX ix_events_text_hash ON events (text_hash);
CREATE INDEX ix_analysis_runs_analysis_id ON analysis_runs (analysis_id);
CREATE INDEX ix_boundary_reports_original ON boundary_reports (original_hash);
CREATE INDEX ix_boundary_reports_released ON boundary_reports (released_hash);
CREATE INDEX ix_boundary_reports_review ON boundary_reports (needs_review, analysis_id, seq);
CREATE INDEX ix_gate_decisions_text_hash ON gate_decisions (text_hash);
CREATE INDEX ix_review_events_boundary ON review_events (analysis_id, seq, number);
CREATE TRIGGER texts_no_update BEFORE UPDATE ON texts BEGIN SELECT RAISE(ABORT, 'rows of texts are append-only and can not be changed'); END;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'rows of events are append-only and can not be changed'); END;
CREATE TRIGGER documents_no_update BEFORE UPDATE ON documents BEGIN SELECT RAISE(ABORT, 'rows of documents are append-only and can not be changed'); END;
CREATE TRIGGER priors_no_update BEFORE UPDATE ON priors BEGIN SELECT RAISE(ABORT, 'rows of priors are append-only and can not be changed'); END;
CREATE TRIGGER analyses_no_update BEFORE UPDATE ON analyses BEGIN SELECT RAISE(ABORT, 'rows of analyses are append-only and can not be changed'); END;
CREATE TRIGGER boundary_reports_no_update BEFORE UPDATE ON boundary_reports BEGIN SELECT RAISE(ABORT, 'rows of boundary_reports are append-only and can not be changed'); END;
CREATE TRIGGER obligation_states_no_update BEFORE UPDATE ON obligation_states BEGIN SELECT RAISE(ABORT, 'rows of obligation_states are append-only and can not be changed'); END;
CREATE TRIGGER frontiers_no_update BEFORE UPDATE ON frontiers BEGIN SELECT RAISE(ABORT, 'rows of frontiers are append-only and can not be changed'); END;
CREATE TRIGGER gate_decisions_no_update BEFORE UPDATE ON gate_decisions BEGIN SELECT RAISE(ABORT, 'rows of gate_decisions are append-only and can not be changed'); END;
CREATE TRIGGER turn_logs_no_update BEFORE UPDATE ON turn_logs BEGIN SELECT RAISE(ABORT, 'rows of turn_logs are append-only and can not be changed'); END;
CREATE TRIGGER review_events_no_update BEFORE UPDATE ON review_events BEGIN SELECT RAISE(ABORT, 'rows of review_events are append-only and can not be changed'); END;
CREATE TRIGGER documents_no_delete BEFORE DELETE ON documents BEGIN SELECT RAISE(ABORT, 'rows of documents are append-only and can not be deleted'); END;
CREATE TRIGGER review_events_no_delete BEFORE DELETE ON review_events WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = OLD.analysis_id) BEGIN SELECT RAISE(ABORT, 'rows of review_events are append-only and can not be deleted'); END;
CREATE TRIGGER documents_no_replace BEFORE INSERT ON documents WHEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.id OR (kind = NEW.kind AND name = NEW.name AND version = NEW.version)) BEGIN SELECT RAISE(ABORT, 'rows of documents are append-only and can not be replaced'); END;
CREATE TRIGGER review_events_no_replace BEFORE INSERT ON review_events WHEN EXISTS (SELECT 1 FROM review_events WHERE number = NEW.number OR id = NEW.id) BEGIN SELECT RAISE(ABORT, 'rows of review_events are append-only and can not be replaced'); END;
CREATE TRIGGER analyses_no_delete BEFORE DELETE ON analyses WHEN EXISTS (SELECT 1 FROM review_events WHERE analysis_id = OLD.id) BEGIN SELECT RAISE(ABORT, 'an analysis with review events is append-only and can not be deleted'); END;
CREATE INDEX ix_role_bases_roles ON role_bases (roles);
CREATE INDEX ix_live_runs_status ON live_runs (status, lease_until);
CREATE TRIGGER live_events_no_update BEFORE UPDATE ON live_events BEGIN SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be changed'); END;
CREATE TRIGGER live_events_no_replace BEFORE INSERT ON live_events WHEN EXISTS (SELECT 1 FROM live_events WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be replaced'); END;
CREATE TRIGGER probe_records_no_update BEFORE UPDATE ON probe_records BEGIN SELECT RAISE(ABORT, 'rows of probe_records are append-only and can not be changed'); END;
CREATE TRIGGER probe_records_no_delete BEFORE DELETE ON probe_records BEGIN SELECT RAISE(ABORT, 'rows of probe_records are append-only and can not be deleted'); END;
CREATE TRIGGER probe_records_no_replace BEFORE INSERT ON probe_records WHEN EXISTS (SELECT 1 FROM probe_records WHERE probe_id = NEW.probe_id AND seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'rows of probe_records are append-only and can not be replaced'); END;
CREATE TRIGGER live_events_no_delete BEFORE DELETE ON live_events WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = 'live:' || OLD.run_id) BEGIN SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be deleted'); END;
CREATE INDEX ix_guard_runs_status ON guard_runs (status, waiting);
CREATE TRIGGER guard_records_no_update BEFORE UPDATE ON guard_records BEGIN SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be changed'); END;
CREATE TRIGGER guard_records_no_replace BEFORE INSERT ON guard_records WHEN EXISTS (SELECT 1 FROM guard_records WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be replaced'); END;
CREATE TRIGGER guard_records_no_delete BEFORE DELETE ON guard_records WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = 'guard:' || OLD.run_id) BEGIN SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be deleted'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('review_events',1);
COMMIT;
