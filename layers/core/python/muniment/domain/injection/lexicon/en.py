"""English."""

WORDS = {
    # --- taking back what the model was told
    "ignore": (
        "ignore ignores ignoring disregard disregards disregarding forget override overrule "
        "do_not_follow don't_follow stop_following stop_obeying pay_no_attention set_aside "
        "stop_processing drop_whatever drop_everything throw_away set_aside_the discard_the "
        "leave_aside disobey"
    ),
    "previous": (
        "previous previously prior earlier above preceding before so_far original initial "
        "former foregoing earliest at_the_start received_before older"
    ),
    "instructions": (
        "instruction instructions rule rules guideline guidelines guidance directive "
        "directives prompt prompts orders command commands restriction restrictions "
        "constraint constraints programming"
    ),
    "told": (
        "everything_you_were_told everything_you_have_been_told what_you_were_told "
        "all_you_were_told everything_above everything_you_know everything_before_this "
        "what_you_have_been_told task_you_were_given whatever_you_were_told "
        "anything_you_were_told what_you_were_asked whatever_you_were_asked your_owner_asked "
        "what_your_owner_wants your_owner_said whatever_they_were_asked what_they_were_asked "
        "whatever_it_was_asked what_the_user_wants what_the_user_asked what_the_user_said "
        "what_your_user_wants what_your_owner_told whatever_the_user what_you_were_given "
        "whatever_your_guidelines whatever_your_rules whatever_your_instructions"
    ),
    "stored": (
        "whatever_you_have_stored what_you_have_stored everything_you_have_stored "
        "whatever_you_remember what_you_remember what_you_know everything_in_your_memory"
    ),
    "void": (
        "void no_longer_apply no_longer_applies no_longer_valid suspended revoked obsolete "
        "lifted null_and_void not_apply off disabled removed cancelled overridden "
        "do_not_apply does_not_apply outdated abolished out_of_date invalid cease_to_apply "
        "not_valid retired dropped waived rescinded repealed withdrawn scrapped wrong "
        "no_longer_count no_longer_counts no_longer_matter no_longer_binding do_not_count"
    ),
    "your": "your",
    "replace": (
        "replace replaces supersede supersedes override overrides overrule overrules "
        "overwrite overwrites"
    ),
    "notes": "note notes memory memories reminder reminders entries knowledge",
    "follow": "follow obey comply_with act_on adopt",
    "following": "following these below new",
    "system_prompt": (
        "system_prompt* system_message system_instruction* initial_prompt hidden_instruction* "
        "hidden_prompt hidden_rules secret_instructions"
    ),
    # --- policies
    "policy": (
        "policy policies rule rules guidance guideline standing_order new_rule procedure "
        "directive restriction restrictions confidentiality"
    ),
    "no": "no not don't doesn't isn't aren't never cannot can't without_any no_longer nor",
    "never": "never",
    "need": "need needs needed require requires required necessary",
    "noneed": (
        "need_no needs_no requires_no require_no not_required not_needed unnecessary "
        "waived no_need_for no_need_to"
    ),
    "without": "without",
    "approval": (
        "approval approvals verification confirmation authorisation authorization "
        "validation sign-off permission identity_check* asking asking_a_manager review "
        "two-person_check second_signature check_with ask_anyone"
    ),
    "bypass": "skip bypass disable waive circumvent omit skips bypasses turn_off",
    "check": (
        "verification approval confirmation authentication safeguards sign-off "
        "identity_check* two-person_check security_check* second_signature"
    ),
    "preapproved": (
        "pre-approved preapproved already_authorised already_authorized already_approved "
        "approved_automatically automatically_approved pre-authorised pre-authorized "
        "always_approved"
    ),
    "money": (
        "refund refunds payment payments transfer transfers wire invoice invoices "
        "discount discounts purchase purchases booking bookings voucher vouchers "
        "withdrawal withdrawals payout payouts funds wire_transfer* order_any bill bills"
    ),
    "may": "may can allowed authorised authorized permitted free_to",
    "authorised": (
        "authorised_to authorized_to permitted_to allowed_to authorise authorize "
        "authorised authorized hereby"
    ),
    # --- speaking to the model
    "ai": (
        "ai language_model* large_language_model* llm* chatbot* copilot ai_assistant* "
        "ai_agent* ai_model* ai_system* coding_assistant* coding_agent* shopping_agent* "
        "browsing_agent* automated_reviewer* automated_staff automated_agent* "
        "virtual_assistant* automated_system* support_bot* automated_assistant* ai_tool* "
        "automated_reader* mailbox_assistant inbox_assistant email_assistant mail_assistant "
        "ai_secretary ai_helper* ai_shopping_helper shopping_helper shopping_assistant* "
        "digital_assistant* artificial_assistant* automated_mailbox automated_screening "
        "screening_software screening_tool* llm_crawler* ai_crawler* ai_reader* ai_bot* "
        "coding_agents autonomous_agent* machine_reader* language_models"
    ),
    "agent": "assistant assistants agent agents model models bot bots",
    "attention": (
        "dear hey attention note_to note_for message_to message_for notice_to instruction_for "
        "instructions_for to_the to_all to_any hi hello reminder_for meant_for addressed_to "
        "intended_for for_any for_automated dear_ai memo_to request_to request_for word_to"
    ),
    "if_you": "if_you_are if_you're when_you_are as_you_are in_case_you_are whoever_you_are",
    "must": (
        "must should shall have_to has_to need_to needs_to ought_to must_now obliged_to "
        "required_to agrees_to is_from_here_on"
    ),
    "always": "always every_time invariably",
    "from_now_on": (
        "from_now_on from_today from_this_moment from_this_message_on henceforth in_future "
        "starting_now going_forward effective_immediately effective_today as_of_today "
        "as_of_now from_here_on from_here_on_in from_now from_this_point"
    ),
    "recommend": (
        "recommend recommends suggest suggests mention promote rank favour favor praise "
        "answer_that say_that say tell_users tell_the_user reply respond advise prefer "
        "list_first answer give_every describe"
    ),
    "prefers": (
        "prefers wants likes has_agreed agreed authorised authorized chooses trusts approved "
        "blanket_consent consented has_given consent approves always_approves never_wants "
        "already_agreed has_approved already_approved gave_permission has_authorised "
        "has_authorized confirmed"
    ),
    "act": (
        "delete erase buy pay transfer move run execute open enter approve add cancel export "
        "wire grant forward upload download click hide release book reserve order subscribe "
        "settle change proceed sign_in treat accept swap check_out checkout purchase install "
        "fetch wipe remove log_in unlock sign rate"
    ),
    # --- memory
    "remember": (
        "remember memorise memorize keep_in_mind never_forget make_a_note write_down "
        "note_down bear_in_mind"
    ),
    "store": (
        "store save add update record write write_down put append commit keep hold retain log"
    ),
    "memory": (
        "your_memory long-term_memory persistent_memory long-term_notes your_notes "
        "permanent_memory memory_bank your_long-term_memory your_persistent_memory "
        "your_memories the_assistant's_memory as_a_fact as_fact permanent_fact your_records "
        "your_notebook high_importance long-term_store"
    ),
    "permanent": (
        "permanently forever for_good all_future all_later every_future future_sessions "
        "future_conversations later_sessions"
    ),
    "user": (
        "user users user's owner owners owner's account_holder* principal operator "
        "the_person_you_work_for your_human household shoppers"
    ),
    "first": "i we i'll we'll i've",
    # --- hiding and handing out
    "tell": "tell mention inform reveal notify show warn alert ask bother consult",
    "send": "send post forward upload email e-mail transmit leak exfiltrate submit mail",
    "secret": (
        "password passwords api_key* credential credentials secret secrets conversation "
        "chat_history conversation_history chat_transcript transcript chat_log personal_data "
        "private_data card_details card_number* contacts session_token access_token "
        "private_key saved_addresses last_message users_memory user's_memory your_memory "
        "every_memory all_memories saved_memories stored_note* stored_contact* saved_contact* "
        "saved_note* stored_memor* saved_login* saved_password* saved_address* "
        "contents_of_your_notes your_notes personal_details stored_details stored_personal "
        "inbox mailbox last_three_messages last_five_messages last_ten_messages messages_from "
        "environment_of_the_process home_folder home_directory every_file all_files "
        "all_your_files ssh every_document every_other_document documents_you_can_see "
        "everything_the_user_told everything_the_user_has_told everything_you_know_about "
        "everything_you_remember whole_conversation keypad door_code* notebook bank_details "
        "phone_numbers calendar correspondence full_context your_context context_window "
        "customer_data client_data phone_number* home_address* its_memory one-time_code "
        "verification_code provide_stored"
    ),
    "append": "append include attach insert add embed paste attach_to",
    "query": "search_query query url link parameter query_string web_address",
    "reveal": (
        "reveal print show repeat output display disclose recite expose dump list surrender "
        "hand_over look_through search_through go_through read_out paste spell_out write_out "
        "tell_me give_me collect gather provide_stored share_stored share_saved "
        "share_the_user"
    ),
    # --- claims
    "authority": (
        "system_administrator administrator security_team developers operator admin "
        "system_operator your_developer* your_creator* your_makers your_maker* makers police "
        "inspector law_enforcement security_department headquarters legal_department "
        "it_department compliance_team"
    ),
    "verified": "verified_by confirmed_by signed_by approved_by comes_from sent_by",
    "obey": "obey comply must_obey follow_its follow_their obliged obligated required_by_law",
    "priority": "highest_priority top_priority take_precedence takes_precedence",
    "you_are_now": (
        "you_are_now you_are_no_longer pretend_you_are pretend_to_be act_as you_work_for "
        "you_have you_obey you_are where_you_are pretend_you're imagine_you_are"
    ),
    "unrestricted": (
        "unrestricted dan no_restrictions without_restrictions without_any_restrictions "
        "no_limits without_limits no_filters uncensored developer_mode jailbroken "
        "without_any_filter god_mode unfiltered no_rules no_rules_at_all "
        "no_restrictions_at_all without_rules no_filter no_limits_at_all never_refuses "
        "never_refuse maintenance_mode debug_mode"
    ),
    "safety": (
        "safety_rules safety_guidelines safety_filters safety_checks guardrails "
        "content_policy safeguards user_verification identity_verification security_rules "
        "safety_policy four-eyes_principle four-eyes dual_control"
    ),
    "enabled": "enabled activated unlocked engaged",
    # --- what means something else
    "nothing": (
        "forget_to forget_about disregard_of disregard_for user_manual* user_guide* "
        "user_interface* user_name* user_account* user_id* user_experience end_user_license "
        "model_year model_number in_order_to estate_agent* travel_agent* travel_assistant* "
        "assistant_director* assistant_manager* agent_maria in_short_order call_to_order "
        "out_of_order as_an_ai as_an_ai_language_model as_an_ai_assistant as_an_ai_model "
        "as_a_language_model as_a_large_language_model user_agent* user-agent*"
    ),
    "task": "task job goal objective assignment mission",
    "changed": "changed replaced different is_now now_is is_actually is_now_to wrong",
    "servant": (
        "you_no_longer_work_for you_take_orders_from you_now_work_for you_now_answer_to "
        "your_new_owner your_new_master you_now_serve"
    ),
    "posing": (
        "as_if_the_user as_though_the_user as_if_the_owner as_if_typed_by "
        "as_if_it_came_from_the_user"
    ),
    "limit": (
        "limit limits cap caps spending_cap spending_limit* ceiling threshold restriction "
        "restrictions"
    ),
    "request": "request requests message query question wishes wants needs_of interests",
    "persona": "sales_agent agent_of representative_of assistant_of servant_of",
    "bounds": "add_nothing as_follows exactly_this word_for_word verbatim",
    "summarise": "summarise summarize describe_this present_this",
    "reader": (
        "reads_this reads_these read_this reading_this reading_these reads_the "
        "processing_this processes_this sees_this sorting_this parsing_this parses_this "
        "indexing_this summarising_this summarizing_this handling_this who_reads that_reads "
        "crawling_this of_this_feed of_this_page answering_this summarises_this "
        "summarizes_this handles_this files_this ranks_this screens_this translates_this "
        "handling_the that_summarises that_summarizes this_ticket_should"
    ),
    "trigger": (
        "as_soon_as next_time the_moment once_the every_time when_somebody_asks_you "
        "when_someone_asks_you when_you_are_asked when_asked the_next_time if_anyone_asks"
    ),
    "says": "says writes asks mentions types say write ask mention speaks talks said",
    "quiet": (
        "without_asking without_telling without_informing without_consulting "
        "without_notifying without_checking no_need_to_check no_need_to_ask "
        "not_need_to_be_asked needn't_ask isn't_bothered is_not_bothered "
        "never_wants_to_be_asked skip_the_prompt skip_the_confirmation say_nothing not_a_word "
        "unattended just_carry_out no_questions_asked leave_no_trace without_a_trace "
        "do_not_log behind_his_back behind_her_back behind_their_back without_confirmation "
        "must_not_know need_not_know don't_ask_the_user don't_ask_him don't_ask_her "
        "don't_ask_them don't_ask_for_confirmation do_not_ask_for do_not_ask_the_user "
        "do_not_ask_the_owner ask_for_confirmation_don't don't_have_to_ask do_not_have_to_ask "
        "not_ask_again never_ask_again not_be_asked don't_need_to_ask need_not_ask "
        "hates_being_asked no_need_to_confirm"
    ),
    "you_ai": (
        "you_the_ai you_the_model you_the_assistant you_the_agent you_the_language_model "
        "you_the_bot you_dear_ai you_dear_assistant"
    ),
    "pretend": (
        "pretend_you pretend_you're pretend_to_be play_a_game role_play roleplay act_as "
        "imagine_you_are stay_in_character in_character where_you_are you_play "
        "from_now_on_you_are you_are_now"
    ),
}
