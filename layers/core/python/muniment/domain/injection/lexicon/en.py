"""English."""

WORDS = {
    # --- taking back what the model was told
    "ignore": (
        "ignore ignores ignoring disregard disregards disregarding forget override "
        "overrule do_not_follow don't_follow stop_following stop_obeying pay_no_attention "
        "set_aside stop_processing"
    ),
    "previous": (
        "previous previously prior earlier above preceding before so_far original initial "
        "former foregoing earliest at_the_start received_before"
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
        "anything_you_were_told what_you_were_asked whatever_you_were_asked "
        "your_owner_asked what_your_owner_wants your_owner_said"
    ),
    "stored": (
        "whatever_you_have_stored what_you_have_stored everything_you_have_stored "
        "whatever_you_remember what_you_remember what_you_know everything_in_your_memory"
    ),
    "void": (
        "void no_longer_apply no_longer_applies no_longer_valid suspended revoked "
        "obsolete lifted null_and_void not_apply off disabled removed cancelled "
        "overridden do_not_apply does_not_apply outdated abolished out_of_date invalid "
        "cease_to_apply not_valid"
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
        "system_prompt* system_message system_instruction* initial_prompt "
        "hidden_instruction* hidden_prompt"
    ),
    # --- policies
    "policy": (
        "policy policies rule rules guidance guideline standing_order new_rule procedure directive"
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
        "automated_reader*"
    ),
    "agent": "assistant assistants agent agents model models bot bots",
    "attention": (
        "dear hey attention note_to note_for message_to message_for notice_to "
        "instruction_for instructions_for to_the to_all to_any hi hello reminder_for"
    ),
    "if_you": "if_you_are if_you're when_you_are as_you_are",
    "must": "must should shall have_to has_to need_to needs_to ought_to",
    "always": "always every_time invariably",
    "from_now_on": (
        "from_now_on from_today from_this_moment from_this_message_on henceforth "
        "in_future starting_now going_forward effective_immediately effective_today "
        "as_of_today as_of_now from_here_on"
    ),
    "recommend": (
        "recommend recommends suggest suggests mention promote rank favour favor praise "
        "answer_that say_that say tell_users tell_the_user reply respond advise prefer "
        "list_first answer give_every"
    ),
    "prefers": (
        "prefers wants likes has_agreed agreed authorised authorized chooses trusts approved"
    ),
    "act": (
        "delete erase buy pay transfer move run execute open enter approve add cancel "
        "export wire grant forward upload download click hide release book reserve order "
        "subscribe settle change proceed sign_in"
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
        "your_memories the_assistant's_memory as_a_fact as_fact permanent_fact"
    ),
    "permanent": (
        "permanently forever for_good all_future all_later every_future future_sessions "
        "future_conversations later_sessions"
    ),
    "user": "user users user's",
    "first": "i we i'll we'll i've",
    # --- hiding and handing out
    "tell": "tell mention inform reveal notify show warn alert ask",
    "send": "send post forward upload email e-mail transmit leak exfiltrate submit mail",
    "secret": (
        "password passwords api_key* credential credentials secret secrets conversation "
        "chat_history conversation_history chat_transcript transcript chat_log "
        "personal_data private_data card_details card_number* contacts session_token "
        "access_token private_key saved_addresses last_message users_memory user's_memory "
        "your_memory every_memory all_memories saved_memories stored_note* "
        "stored_contact* saved_contact* saved_note* stored_memor*"
    ),
    "append": "append include attach insert add embed",
    "query": "search_query query url link parameter query_string web_address",
    "reveal": "reveal print show repeat output display disclose recite expose dump list",
    # --- claims
    "authority": (
        "system_administrator administrator security_team developers operator admin "
        "system_operator your_developer* your_creator*"
    ),
    "verified": "verified_by confirmed_by signed_by approved_by comes_from sent_by",
    "obey": "obey comply must_obey follow_its follow_their",
    "priority": "highest_priority top_priority take_precedence takes_precedence",
    "you_are_now": (
        "you_are_now you_are_no_longer pretend_you_are pretend_to_be act_as you_work_for "
        "you_have you_obey you_are"
    ),
    "unrestricted": (
        "unrestricted dan no_restrictions without_restrictions without_any_restrictions "
        "no_limits without_limits no_filters uncensored developer_mode jailbroken "
        "without_any_filter god_mode unfiltered"
    ),
    "safety": (
        "safety_rules safety_guidelines safety_filters safety_checks guardrails "
        "content_policy safeguards user_verification identity_verification security_rules "
        "safety_policy"
    ),
    "enabled": "enabled activated unlocked engaged",
    # --- what means something else
    "nothing": (
        "forget_to forget_about disregard_of disregard_for user_manual* user_guide* "
        "user_interface* user_name* user_account* user_id* user_experience "
        "end_user_license model_year model_number in_order_to estate_agent* travel_agent* "
        "travel_assistant* assistant_director* assistant_manager* agent_maria "
        "in_short_order call_to_order out_of_order as_an_ai as_an_ai_language_model "
        "as_an_ai_assistant as_an_ai_model as_a_language_model as_a_large_language_model"
    ),
    "task": "task job goal objective assignment mission",
    "changed": "changed replaced different is_now",
    "servant": (
        "you_no_longer_work_for you_take_orders_from you_now_work_for you_now_answer_to "
        "your_new_owner your_new_master you_now_serve"
    ),
    "posing": (
        "as_if_the_user as_though_the_user as_if_the_owner as_if_typed_by "
        "as_if_it_came_from_the_user"
    ),
    "limit": "limit limits cap caps spending_cap spending_limit* ceiling threshold",
    "request": "request requests message query question",
    "persona": "sales_agent agent_of representative_of assistant_of servant_of",
    "bounds": "add_nothing as_follows exactly_this word_for_word verbatim",
    "summarise": "summarise summarize describe_this present_this",
}
