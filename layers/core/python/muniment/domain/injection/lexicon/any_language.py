"""Words that texts of every language borrow from English."""

WORDS = {
    "ai": "ai llm* chatbot* gpt copilot ki ia ai-agent* ai-assistant*",
    "agent": "bot bots",
    "instructions": "prompt prompts",
    "system_prompt": "system_prompt* systemprompt*",
    "secret": "api_key* api-key* apikey*",
    "authority": "openai anthropic admin",
    "unrestricted": "dan jailbroken",
}
