"""Questions and answers of the HTTP API that need no server, so that a page can also ask its own engine.

api_errors      error responses
rule_answers    profiles, house rules, the rules as text, computer players
tool_answers    the companion tools for a real table
hint_answers    hints for a player's own turn
record_answers  records of finished games
"""
