"""HTTP and the WebSocket: everything between the network and the services of a server.

endpoints          the description of an endpoint, and its route
responses          JSON bodies, query strings, responses and errors
auth               who sends a request: token, cookie, address
security           middleware: rate limits, body sizes, security headers
origins            which web pages may use the server
uvicorn_protocols  uvicorn's protocol classes, with limits on time and memory
socket             the WebSocket of a client
openapi            the OpenAPI document, and a page that shows it
pages              the web page
built_page         the files of the page, from the archive that `make web` writes
engine_files       the engine that plays in the page: this package and Pyodide, packed
site_files         the page as files for a web host, without a server
people_api         guests, accounts, signing in, personal data
push_api           notifications: keys, and the browsers of a person
ratings_api        ratings and leaderboards
chat_api           earlier chat messages, muted and blocked people
tables_api         creating, finding and listing tables; commands
device_games_api   games that were played on a device
records_api        records of finished games
rules_api          profiles, house rules, levels of computer players
tools_api          the companion tools for a real table
sheets_api         shared score sheets
hints_api          hints for a player's own turn
network_api        inviting devices on the local network
status_api         health, readiness and metrics
"""
